"""You wrote into the lists of the batch itself: the caller's batch is changed. Build new ones."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_to_device_leaves_the_batch"]


def to_device(batch, device):
    if isinstance(batch, list):
        for i, value in enumerate(batch):
            batch[i] = to_device(value, device)
        return batch
    if isinstance(batch, dict):
        return {key: to_device(value, device) for key, value in batch.items()}
    if isinstance(batch, tuple):
        items = [to_device(value, device) for value in batch]
        return type(batch)(*items) if hasattr(batch, "_fields") else tuple(items)
    return reference.to_device(batch, device)
