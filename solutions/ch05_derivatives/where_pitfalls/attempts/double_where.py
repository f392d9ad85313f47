"""Right: replaces the dangerous entries before and after, by where."""

import math

import torch
from torch import Tensor


def safe_sqrt(x: Tensor) -> Tensor:
    good = ~(x <= 0)  # NaN is good
    return torch.where(good, torch.where(good, x, 1.0).sqrt(), 0.0)


def safe_log(x: Tensor, floor: float) -> Tensor:
    good = ~(x <= floor)
    return torch.where(good, torch.where(good, x, 1.0).log(), math.log(floor))


def safe_norm(x: Tensor, dim: int) -> Tensor:
    if x.shape[dim] == 0:
        return x.sum(dim)
    # scaled by the largest entry: the squares neither overflow nor vanish
    scale = x.detach().abs().amax(dim, keepdim=True)
    scale = torch.where(scale > 0, scale, 1.0)
    return safe_sqrt((x / scale).square().sum(dim)) * scale.squeeze(dim)


def safe_divide(a: Tensor, b: Tensor) -> Tensor:
    good = b != 0
    return torch.where(good, a / torch.where(good, b, 1.0), 0.0)


def select(cond: Tensor, a: Tensor, b: Tensor) -> Tensor:
    return torch.where(cond != 0, a, b)
