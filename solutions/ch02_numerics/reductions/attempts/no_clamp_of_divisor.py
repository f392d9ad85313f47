"""Wrong: var divides by N - correction without the max, so with N = 0 and correction 1 it is -0 instead of nan."""

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
    return (deviation * deviation).sum(dim) / (_size(t, dim) - correction)


def softmax(t: Tensor, dim: int) -> Tensor:
    t.sum(dim)  # IndexError for a wrong dim
    if t.numel() == 0:
        return t.clone()
    e = torch.exp(t - t.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)


def logsumexp(t: Tensor, dim: int) -> Tensor:
    if t.sum(dim, keepdim=True).numel() == 0 or _size(t, dim) == 0:
        return t.exp().sum(dim).log()
    m = t.detach().amax(dim, keepdim=True)
    m = torch.where(m.isfinite(), m, 0)
    return torch.exp(t - m).sum(dim).log() + m.squeeze(dim)
