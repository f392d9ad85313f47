"""Conversions between dtypes: of a tensor, of a whole module, of data from NumPy, and in mixed operations."""

from functools import reduce

import numpy as np
import torch
from torch import Tensor, nn

NUMBERS = {bool: torch.bool, int: torch.int64, float: torch.float32, complex: torch.complex64}


def to_float32(t: Tensor) -> Tensor:
    return t.to(torch.float32)


def promoted(*operands: Tensor | bool | int | float | complex) -> torch.dtype:
    with_dimensions = [x.dtype for x in operands if isinstance(x, Tensor) and x.dim() > 0]
    zero_dimensional = [x.dtype for x in operands if isinstance(x, Tensor) and x.dim() == 0]
    numbers = [NUMBERS[type(x)] for x in operands if not isinstance(x, Tensor)]
    groups = [reduce(torch.promote_types, group) for group in (numbers, zero_dimensional, with_dimensions) if group]
    return reduce(lambda lower, higher: combined(higher, lower), groups)


def combined(higher: torch.dtype, lower: torch.dtype) -> torch.dtype:
    """The dtype of a higher group, unless the lower one is of a higher kind."""
    if kind(lower) <= kind(higher):
        return higher
    return higher.to_complex() if higher.is_floating_point else torch.promote_types(higher, lower)


def kind(dtype: torch.dtype) -> int:
    """bool < integer < floating < complex."""
    if dtype.is_complex:
        return 3
    return 2 if dtype.is_floating_point else int(dtype != torch.bool)


def module_to(m: nn.Module, dtype: torch.dtype) -> nn.Module:
    if not dtype.is_floating_point:
        raise TypeError(f"a module can be converted to a floating dtype only, not to {dtype}")
    for parameter in m.parameters():
        if parameter.is_floating_point():
            parameter.data = parameter.data.to(dtype)  # another storage in the same Parameter object
        if parameter.grad is not None:
            parameter.grad.data = parameter.grad.data.to(dtype)
    for module in m.modules():
        for name, buffer in module.named_buffers(recurse=False):
            if buffer.is_floating_point():
                setattr(module, name, buffer.to(dtype))
    return m


def as_model_input(data: np.ndarray | list) -> Tensor:
    array = np.asarray(data)
    if array.dtype.kind == "f":
        array = array.astype(np.float32, copy=False)
    return torch.from_numpy(array)
