"""The derivatives written by hand, masked_fill for where, and indices for the chosen."""

import math

import torch
from torch.autograd import Function


class _Sqrt(Function):
    @staticmethod
    def forward(ctx, x):
        y = x.masked_fill(x < 0, 0).sqrt() + 0.0
        ctx.save_for_backward(x, y)
        return y

    @staticmethod
    def backward(ctx, grad):
        x, y = ctx.saved_tensors
        return grad * (0.5 / y.masked_fill(x <= 0, torch.inf))


def safe_sqrt(x):
    return _Sqrt.apply(x)


def safe_log(x, floor):
    low = x < floor
    return torch.log(x.masked_fill(low, 1.0)).masked_fill(low, math.log(floor))


def safe_norm(x, dim):
    squares = (x * x).sum(dim)
    zero = squares == 0
    return squares.masked_fill(zero, 1.0).sqrt().masked_fill(zero, 0.0)


def safe_divide(a, b):
    a, b = torch.broadcast_tensors(a, b)
    zero = b == 0
    return (a / b.masked_fill(zero, 1.0)).masked_fill(zero, 0.0)


def select(cond, a, b):
    chosen = torch.ne(cond, 0)
    return torch.where(~chosen, b, a)
