"""Folds the shapes two at a time, expands one dimension after the other, and sums all dimensions in one call."""

from functools import reduce

import torch


def meet(a, b):
    n = max(len(a), len(b))
    a, b = (1,) * (n - len(a)) + tuple(a), (1,) * (n - len(b)) + tuple(b)
    result = []
    for x, y in zip(a, b):
        if x != y and x != 1 and y != 1:
            raise ValueError(f"cannot broadcast {a} and {b}")
        result.append(y if x == 1 else x)
    return tuple(result)


def broadcast_shape(*shapes):
    return reduce(meet, shapes, ())


def my_expand(t, shape):
    if len(shape) < t.dim():
        raise ValueError("too few dimensions")
    while t.dim() < len(shape):
        t = t.unsqueeze(0)
        if shape[len(shape) - t.dim()] < 0:
            raise ValueError("a new dimension needs a size")
    sizes, strides = list(t.shape), list(t.stride())
    for d, wanted in enumerate(shape):
        if wanted in (-1, sizes[d]):
            continue
        if sizes[d] != 1 or wanted < 0:
            raise ValueError(f"dimension {d} has size {sizes[d]}, not {wanted}")
        sizes[d], strides[d] = wanted, 0
    return torch.as_strided(t, sizes, strides)


def unbroadcast(grad, shape):
    added = grad.dim() - len(shape)
    repeated = [d for d in range(grad.dim()) if d < added or shape[d - added] == 1]
    if not repeated:
        return grad
    return grad.sum(repeated).reshape(shape)
