"""Tensors that must be made where your code runs."""

from collections.abc import Callable

import torch
from torch import Tensor


def on_a_slice(f: Callable[..., Tensor], start: int, *shape: int) -> Tensor:
    """What f makes of 24 numbers that begin at position start of a storage of 60."""
    storage = torch.arange(60.0)
    return f(storage[start : start + 24], *shape)
