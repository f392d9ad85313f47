"""A tuple came back as a list, and a named tuple lost its names: build the type that was there."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_to_device[tuple]", "test_to_device[named_tuple]", "test_to_device[empty]", "test_to_device[nested]"]


def to_device(batch, device):
    if isinstance(batch, torch.Tensor):
        return batch if same_device(batch.device, device) else batch.to(device)  # noqa: F405
    if isinstance(batch, dict):
        return {key: to_device(value, device) for key, value in batch.items()}
    if isinstance(batch, list | tuple):
        return [to_device(value, device) for value in batch]
    return batch
