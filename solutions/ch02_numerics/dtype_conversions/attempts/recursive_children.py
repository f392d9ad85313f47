"""Right: recursion over children, a lattice of pairwise steps, and lists turned into arrays one element at a time."""

import numpy as np
import torch
from torch import nn


def to_float32(t):
    return t if t.dtype == torch.float32 else t.type(torch.float32)


class Group:
    def __init__(self):
        self.dtype = None

    def add(self, dtype):
        if self.dtype is None:
            self.dtype = dtype
        else:
            self.dtype = torch.promote_types(self.dtype, dtype)


def kind_of(dtype):
    if dtype.is_complex:
        return "d complex"
    if dtype.is_floating_point:
        return "c floating"
    if dtype is torch.bool:
        return "a bool"
    return "b integer"


def promoted(*operands):
    arrays, scalars, numbers = Group(), Group(), Group()
    for operand in operands:
        if isinstance(operand, torch.Tensor):
            if len(operand.shape) == 0:
                scalars.add(operand.dtype)
            else:
                arrays.add(operand.dtype)
        else:
            if isinstance(operand, complex):
                numbers.add(torch.complex64)
            if isinstance(operand, float):
                numbers.add(torch.float32)
            if isinstance(operand, int) and not isinstance(operand, bool):
                numbers.add(torch.int64)
            if isinstance(operand, bool):
                numbers.add(torch.bool)
    result = numbers.dtype
    for group in (scalars, arrays):
        if group.dtype is None:
            continue
        if result is None or kind_of(result) <= kind_of(group.dtype):
            result = group.dtype
        elif kind_of(group.dtype) == "c floating":
            result = {2: torch.complex32, 4: torch.complex64, 8: torch.complex128}[group.dtype.itemsize]
            if group.dtype == torch.bfloat16:
                result = torch.complex64
        else:
            result = torch.promote_types(result, group.dtype)
    return result


def module_to(m: nn.Module, dtype: torch.dtype) -> nn.Module:
    if not (isinstance(dtype, torch.dtype) and dtype.is_floating_point):
        raise TypeError("module_to only accepts floating dtypes")

    def visit(module):
        for child in module.children():
            visit(child)
        for parameter in module.parameters(recurse=False):
            if parameter.is_floating_point():
                parameter.data = parameter.data.to(dtype)
                if parameter.grad is not None:
                    parameter.grad.data = parameter.grad.data.to(dtype)
        for name, buffer in list(module.named_buffers(recurse=False)):
            if buffer.is_floating_point():
                setattr(module, name, buffer.to(dtype))

    visit(m)
    return m


def as_model_input(data):
    if isinstance(data, list):
        if data == []:
            return torch.zeros(0)
        data = np.stack([np.asarray(item) for item in data])
    result = torch.from_numpy(data)
    if result.dtype in (torch.float16, torch.float64):
        result = result.to(torch.float32)
    return result
