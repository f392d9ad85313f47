"""Right: |x|^2 + |y|^2 - 2 x.y, clamped at 0, and torch.where."""

import torch
from torch import Tensor


def pairwise_sq_dist_broadcast(x: Tensor, y: Tensor) -> Tensor:
    diff = x[:, None, :] - y[None, :, :]
    return (diff * diff).sum(dim=-1)


def pairwise_sq_dist_lowmem(x: Tensor, y: Tensor) -> Tensor:
    xx = (x * x).sum(dim=1, keepdim=True)
    yy = (y * y).sum(dim=1)
    return (xx + yy - 2 * (x @ y.T)).clamp(min=0)


def masked_blend(cond: Tensor, a: Tensor, b: Tensor) -> Tensor:
    return torch.where(cond, a, b)
