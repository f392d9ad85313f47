"""Wrong: asks x > 0 and x > floor, which is false for NaN, so that a NaN turns into 0 and log(floor)."""

import math

import torch
from torch import Tensor


def safe_sqrt(x: Tensor) -> Tensor:
    ok = x > 0
    return torch.where(ok, torch.where(ok, x, 1.0).sqrt(), 0.0)


def safe_log(x: Tensor, floor: float) -> Tensor:
    ok = x > floor
    return torch.where(ok, torch.where(ok, x, 1.0).log(), math.log(floor))


def safe_norm(x: Tensor, dim: int) -> Tensor:
    return safe_sqrt((x * x).sum(dim))


def safe_divide(a: Tensor, b: Tensor) -> Tensor:
    ok = b != 0
    return torch.where(ok, a / torch.where(ok, b, 1.0), 0.0)


def select(cond: Tensor, a: Tensor, b: Tensor) -> Tensor:
    return torch.where(cond.bool(), a, b)
