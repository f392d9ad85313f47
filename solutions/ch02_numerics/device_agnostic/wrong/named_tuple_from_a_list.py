"""A named tuple takes its fields one by one: `type(batch)(*items)`, not `type(batch)(items)`."""

import torch
from reference import *  # noqa: F403

FAILS = [
    "test_to_device[named_tuple]",
    "test_to_device[nested]",
    "test_to_device_copies_nothing_in_vain",
    "test_to_device_leaves_the_batch",
]


def to_device(batch, device):
    if isinstance(batch, torch.Tensor):
        return batch if same_device(batch.device, device) else batch.to(device)  # noqa: F405
    if isinstance(batch, dict):
        return {key: to_device(value, device) for key, value in batch.items()}
    if isinstance(batch, list | tuple):
        return type(batch)([to_device(value, device) for value in batch])
    return batch
