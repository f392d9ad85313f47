"""The promotion as one ladder of kinds, the module through in-place set_data, the input through torch alone."""

import numpy as np
import torch
from torch import Tensor

KINDS = ("bool", "integer", "floating", "complex")


def kind(dtype):
    if dtype.is_complex:
        return "complex"
    if dtype.is_floating_point:
        return "floating"
    return "bool" if dtype is torch.bool else "integer"


def to_float32(t):
    return t if t.dtype is torch.float32 else t.float()


def rank(x):
    return 0 if not isinstance(x, Tensor) else 1 if x.dim() == 0 else 2


def dtype_of(x):
    if isinstance(x, Tensor):
        return x.dtype
    if isinstance(x, bool):
        return torch.bool
    if isinstance(x, int):
        return torch.int64
    return torch.float32 if isinstance(x, float) else torch.complex64


def promoted(*operands):
    result = None
    for level in (0, 1, 2):
        group = None
        for dtype in (dtype_of(x) for x in operands if rank(x) == level):
            group = dtype if group is None else torch.promote_types(group, dtype)
        if group is None:
            continue
        if result is None or KINDS.index(kind(group)) >= KINDS.index(kind(result)):
            result = group
        elif kind(group) == "floating":
            twins = {torch.float64: torch.complex128, torch.float16: torch.complex32}
            result = twins.get(group, torch.complex64)
        else:
            result = torch.promote_types(group, result)
    return result


def module_to(m, dtype):
    if dtype not in (torch.float16, torch.bfloat16, torch.float32, torch.float64):
        raise TypeError(f"{dtype} is not a floating dtype")
    for child in m.children():
        module_to(child, dtype)
    for p in m._parameters.values():
        if p is not None and p.is_floating_point():
            grad, p.grad = p.grad, None
            p.data = p.detach().to(dtype)
            p.grad = None if grad is None else grad.to(dtype)
    for name, buffer in m._buffers.items():
        if buffer is not None and buffer.is_floating_point():
            m._buffers[name] = buffer.to(dtype)
    return m


def as_model_input(data):
    if isinstance(data, list):
        if data and isinstance(data[0], np.ndarray):
            data = torch.stack([torch.from_numpy(row) for row in data])
        else:
            data = torch.tensor([x.item() if isinstance(x, np.generic) else x for x in data])
    t = torch.as_tensor(data)
    return t.float() if t.is_floating_point() else t
