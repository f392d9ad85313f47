"""Wrong: safe_norm adds 1e-12 under the root, so that the norm of a zero vector is 1e-6."""

import math

import torch
from torch import Tensor


def safe_sqrt(x: Tensor) -> Tensor:
    bad = x <= 0
    return torch.where(bad, 0.0, torch.where(bad, 1.0, x).sqrt())


def safe_log(x: Tensor, floor: float) -> Tensor:
    bad = x <= floor
    return torch.where(bad, math.log(floor), torch.where(bad, 1.0, x).log())


def safe_norm(x: Tensor, dim: int) -> Tensor:
    return (x.square().sum(dim) + 1e-12).sqrt()


def safe_divide(a: Tensor, b: Tensor) -> Tensor:
    bad = b == 0
    return torch.where(bad, 0.0, a / torch.where(bad, 1.0, b))


def select(cond: Tensor, a: Tensor, b: Tensor) -> Tensor:
    return torch.where(cond.bool(), a, b)
