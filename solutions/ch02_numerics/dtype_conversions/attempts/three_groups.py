"""Right: three groups in a list, kinds as numbers, .data and _buffers for the module."""

import numpy as np
import torch
from torch import Tensor, nn


def to_float32(t: Tensor) -> Tensor:
    return t.to(torch.float32)


def _kind(dtype):
    if dtype == torch.bool:
        return 0
    if dtype.is_complex:
        return 3
    return 2 if dtype.is_floating_point else 1


def _meet(high, low):
    if high is None or low is None:
        return low if high is None else high
    if _kind(low) <= _kind(high):
        return high
    if high.is_floating_point and low.is_complex:
        return high.to_complex()
    return torch.promote_types(high, low)


def promoted(*operands: Tensor | bool | int | float | complex) -> torch.dtype:
    groups = [None, None, None]
    for o in operands:
        if isinstance(o, Tensor):
            g, dtype = (0 if o.dim() > 0 else 1), o.dtype
        elif isinstance(o, bool):
            g, dtype = 2, torch.bool
        elif isinstance(o, int):
            g, dtype = 2, torch.int64
        elif isinstance(o, float):
            g, dtype = 2, torch.float32
        else:
            g, dtype = 2, torch.complex64
        groups[g] = dtype if groups[g] is None else torch.promote_types(groups[g], dtype)
    return _meet(groups[0], _meet(groups[1], groups[2]))


def module_to(m: nn.Module, dtype: torch.dtype) -> nn.Module:
    if not dtype.is_floating_point:
        raise TypeError(f"{dtype} is not a floating dtype")
    for p in m.parameters():
        if p.is_floating_point():
            p.data = p.data.to(dtype)
            if p.grad is not None:
                p.grad = p.grad.to(dtype)
    for sub in m.modules():
        for name, buf in sub._buffers.items():
            if buf is not None and buf.is_floating_point():
                sub._buffers[name] = buf.to(dtype)
    return m


def as_model_input(data: np.ndarray | list) -> Tensor:
    a = data if isinstance(data, np.ndarray) else np.array(data)
    if a.dtype.kind == "f":
        a = a.astype(np.float32, copy=False)
    return torch.from_numpy(a)
