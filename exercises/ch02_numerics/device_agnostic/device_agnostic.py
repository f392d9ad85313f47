"""Code that runs on the device and in the dtype of what it is given."""

from typing import Any

import torch
from torch import Tensor


def same_device(a: str | torch.device, b: str | torch.device) -> bool:
    """Whether both name the same device; a device without an index is the one with index 0.

    Raises RuntimeError (torch.device does) for a name that torch does not know.
    """
    raise NotImplementedError


def to_device(batch: Any, device: str | torch.device) -> Any:
    """The batch with every tensor on device, in new containers of the same types.

    batch: a tensor, or dicts, lists, tuples and named tuples of anything, one in the other
    Tensors that are on that device already, and whatever is neither tensor nor container, are returned themselves.
    """
    raise NotImplementedError


def make_mask(lengths: Tensor, size: int) -> Tensor:
    """True for the places before the end of each sequence.

    lengths: (B,) integers >= 0 -> (B, size) bool, on the device of lengths: out[i, j] = (j < lengths[i])
    """
    raise NotImplementedError


def causal_bias(scores: Tensor) -> Tensor:
    """What is added to attention scores so that nothing looks ahead.

    scores: (..., T, T) floating -> (T, T), its dtype and device: 0 for j <= i, -inf for j > i
    """
    raise NotImplementedError
