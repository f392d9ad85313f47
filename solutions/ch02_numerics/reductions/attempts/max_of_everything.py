"""Wrong: softmax subtracts the maximum of the whole tensor, so a row far below it becomes 0 / 0."""

import numpy as np
import torch
from torch import Tensor


def mean_np(a: np.ndarray, axis: int) -> np.ndarray:
    if a.ndim == 0:
        a = a.reshape(1)
    return np.asarray(a.mean(axis=axis))


def mean_t(t: Tensor, dim: int, keepdim: bool = False) -> Tensor:
    if not t.is_floating_point():
        t = t.to(torch.float32)
    return t.mean(dim, keepdim=keepdim)


def _size(t, dim):
    return t.shape[dim] if t.dim() else 1


def var(t: Tensor, dim: int, correction: int) -> Tensor:
    deviation = t - t.mean(dim, keepdim=True)
    return (deviation * deviation).sum(dim) / max(_size(t, dim) - correction, 0)


def softmax(t: Tensor, dim: int) -> Tensor:
    t.sum(dim)  # IndexError for a wrong dim
    if t.numel() == 0:
        return t.clone()
    e = torch.exp(t - t.max())
    return e / e.sum(dim, keepdim=True)


def logsumexp(t: Tensor, dim: int) -> Tensor:
    if t.sum(dim, keepdim=True).numel() == 0 or _size(t, dim) == 0:
        return t.exp().sum(dim).log()
    m = t.detach().amax(dim, keepdim=True)
    m = torch.where(m.isfinite(), m, 0)
    return torch.exp(t - m).sum(dim).log() + m.squeeze(dim)
