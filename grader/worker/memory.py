"""Whether two objects share memory, found out by behaviour: write through one, read through the other, put it back."""

from typing import Any

import numpy as np
import torch
from torch import Tensor


def _view(value: Any) -> Tensor:
    tensor = torch.from_numpy(value) if isinstance(value, np.ndarray) else value
    if not isinstance(tensor, Tensor):
        raise TypeError(f"a {type(value).__name__} has no memory to share")
    return _once(tensor.detach())


def _once(tensor: Tensor) -> Tensor:
    """Each element once: what was expanded can't be written to as it is."""
    for dimension in reversed(range(tensor.dim())):
        if tensor.stride(dimension) == 0 and tensor.size(dimension) > 1:
            tensor = tensor.select(dimension, 0)
    return tensor


def _bits(tensor: Tensor) -> Tensor:
    return tensor.clone().reshape(-1).view(torch.uint8)


def _flip(tensor: Tensor) -> None:
    """Change every element, whatever its type."""
    raw = tensor.clone(memory_format=torch.contiguous_format)
    if raw.dtype == torch.bool:
        raw.logical_not_()
    elif raw.numel():
        raw.view(-1).view(torch.uint8).bitwise_xor_(1)
    tensor.copy_(raw)


def shares_memory(a: Any, b: Any) -> bool:
    """True when any element of ``a`` is an element of ``b``."""
    first, second = _view(a), _view(b)
    if 0 in (first.numel(), second.numel()):
        return False
    with torch.no_grad(), torch.inference_mode(False):
        kept, before = first.clone(), _bits(second)
        try:
            _flip(first)
            return not torch.equal(_bits(second), before)
        finally:
            first.copy_(kept)


def call_sharing(function: Any, args: tuple[Any, ...], keywords: dict[str, Any], of: int | str) -> tuple[Any, Any]:
    """The result of a call, and whether it shares memory with an argument; None when one of them has no memory."""
    result = function(*args, **keywords)
    argument = keywords[of] if isinstance(of, str) else args[of]
    if not all(isinstance(value, (Tensor, np.ndarray)) for value in (result, argument)):
        return result, None
    return result, shares_memory(result, argument)
