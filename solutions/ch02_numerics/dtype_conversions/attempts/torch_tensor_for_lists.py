"""Right: a recursive promoted with sorted ranks, .data of buffers too, torch.tensor for lists."""

from functools import reduce

import numpy as np
import torch

COMPLEX_OF = {
    torch.float64: torch.complex128,
    torch.float32: torch.complex64,
    torch.float16: torch.complex32,
    torch.bfloat16: torch.complex64,
}
NUMBERS = ((bool, torch.bool), (int, torch.int64), (float, torch.float32), (complex, torch.complex64))


def to_float32(t):
    if t.dtype is torch.float32:
        return t
    return t.float()


def category(d):
    return 3 * d.is_complex or 2 * d.is_floating_point or int(d != torch.bool)


def promoted(*operands):
    ranks = {"number": [], "scalar": [], "array": []}
    for x in operands:
        if torch.is_tensor(x):
            ranks["array" if x.ndim else "scalar"].append(x.dtype)
        else:
            ranks["number"].append(next(d for kind, d in NUMBERS if isinstance(x, kind)))
    merged = [reduce(torch.promote_types, ds) for ds in ranks.values() if ds]

    def win(low, high):
        if category(high) >= category(low):
            return high
        if category(low) == 3 and high in COMPLEX_OF:
            return COMPLEX_OF[high]
        return torch.promote_types(low, high)

    return reduce(win, merged)


def module_to(m, dtype):
    if not dtype.is_floating_point:
        raise TypeError("need a floating dtype")
    for t in [*m.parameters(), *m.buffers()]:
        if t.is_floating_point():
            grad, t.grad = t.grad, None
            t.data = t.data.to(dtype)
            if grad is not None:
                t.grad = grad.to(dtype)
    return m


def as_model_input(data):
    t = torch.as_tensor(data) if isinstance(data, np.ndarray) else torch.tensor(data)
    return t.float() if t.is_floating_point() else t
