"""Masked computations whose gradients are finite everywhere."""

import torch
from torch import Tensor


def safe_sqrt(x: Tensor) -> Tensor:
    # Not x > 0: NaN must go the way of the square root.
    bad = x <= 0
    return torch.where(bad, 0.0, torch.where(bad, 1.0, x).sqrt())


def safe_log(x: Tensor, floor: float) -> Tensor:
    return x.clamp(min=floor).log()


def safe_norm(x: Tensor, dim: int) -> Tensor:
    return safe_sqrt(x.square().sum(dim))


def safe_divide(a: Tensor, b: Tensor) -> Tensor:
    bad = b == 0
    return torch.where(bad, 0.0, a / torch.where(bad, 1.0, b))


def select(cond: Tensor, a: Tensor, b: Tensor) -> Tensor:
    return torch.where(cond.bool(), a, b)
