"""Mean, variance, softmax and log-sum-exp over one dimension, with NumPy and torch by the same rules."""

import numpy as np
import torch
from torch import Tensor


def mean_np(a: np.ndarray, axis: int) -> np.ndarray:
    return np.asarray(np.mean(np.atleast_1d(a), axis=axis))


def mean_t(t: Tensor, dim: int, keepdim: bool = False) -> Tensor:
    return (t if t.is_floating_point() else t.float()).mean(dim, keepdim=keepdim)


def var(t: Tensor, dim: int, correction: int) -> Tensor:
    deviations = t - t.mean(dim, keepdim=True)
    return deviations.square().sum(dim) / max(size(t, dim) - correction, 0)


def softmax(t: Tensor, dim: int) -> Tensor:
    if size(t, dim) == 0:
        return t.exp()  # empty as well; amax refuses a dimension of size 0
    weights = (t - t.amax(dim, keepdim=True)).exp()
    return weights / weights.sum(dim, keepdim=True)


def logsumexp(t: Tensor, dim: int) -> Tensor:
    if size(t, dim) == 0:
        return t.exp().sum(dim).log()
    top = t.amax(dim, keepdim=True)
    top = torch.where(top.isfinite(), top, 0.0)  # inf - inf would be nan; exp needs no help there
    return (t - top).exp().sum(dim).log() + top.squeeze(dim)


def size(t: Tensor, dim: int) -> int:
    """The size of a dimension; a 0-d tensor counts as a row of one element."""
    return torch.atleast_1d(t).size(dim)
