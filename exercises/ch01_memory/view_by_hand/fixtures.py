"""Tensors that must be made where your code runs."""

from collections.abc import Callable

import torch
from torch import Tensor


def on_a_slice(f: Callable[..., Tensor], start: int, *shape: int) -> Tensor:
    """What f makes of 24 numbers that begin at position start of a storage of 60."""
    storage = torch.arange(60.0)
    return f(storage[start : start + 24], *shape)


def layout_of_a_view(f: Callable[..., Tensor], *shape: int) -> tuple:
    """Shape, stride, offset and cells of the storage of what f makes of the example's matrix."""
    t = f(torch.arange(24).view(4, 6)[:, :4], *shape)
    return tuple(t.shape), t.stride(), t.storage_offset(), t.untyped_storage().nbytes() // t.element_size()
