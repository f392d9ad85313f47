"""`x.to("cpu:0")` copies a tensor that lives on "cpu": ask `same_device` first."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_to_device_copies_nothing_in_vain"]


def to_device(batch, device):
    if isinstance(batch, torch.Tensor):
        return batch.to(device)
    if isinstance(batch, dict):
        return {key: to_device(value, device) for key, value in batch.items()}
    if isinstance(batch, list | tuple):
        items = [to_device(value, device) for value in batch]
        return type(batch)(*items) if hasattr(batch, "_fields") else type(batch)(items)
    return batch
