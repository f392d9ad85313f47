"""You moved the tensors of the outermost container only: containers may hold containers, so the function has to call itself."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_to_device[nested]"]


def to_device(batch, device):
    def move(value):
        here = not isinstance(value, torch.Tensor) or same_device(value.device, device)  # noqa: F405
        return value if here else value.to(device)

    if isinstance(batch, dict):
        return {key: move(value) for key, value in batch.items()}
    if isinstance(batch, list | tuple):
        items = [move(value) for value in batch]
        return type(batch)(*items) if hasattr(batch, "_fields") else type(batch)(items)
    return move(batch)
