"""Sums and counts in place of means, log-sum-exp folded one slice after the other."""

import numpy as np
import torch


def position(ndim, dim):
    ndim = max(ndim, 1)
    if not -ndim <= dim < ndim:
        raise IndexError(f"dimension {dim} does not exist in {ndim} dimension(s)")
    return dim % ndim


def mean_np(a, axis):
    axis = position(a.ndim, axis)
    row = a.reshape(1) if a.ndim == 0 else a
    dtype = a.dtype if a.dtype.kind == "f" else np.dtype(np.float64)
    with np.errstate(invalid="ignore"):
        return np.asarray(row.sum(axis, dtype=dtype) / dtype.type(row.shape[axis]))


def mean_t(t, dim, keepdim=False):
    dim = position(t.dim(), dim)
    row = t.reshape(1) if t.dim() == 0 else t
    total = row.sum(dim, keepdim=keepdim, dtype=t.dtype if t.is_floating_point() else torch.float32)
    mean = total / row.shape[dim]
    return mean.reshape(()) if t.dim() == 0 else mean


def var(t, dim, correction):
    dim = position(t.dim(), dim)
    row = t.reshape(1) if t.dim() == 0 else t
    n = row.shape[dim]
    squares = ((row - row.sum(dim, keepdim=True) / n) ** 2).sum(dim)
    return squares / (n - correction) if n > correction else torch.full_like(squares, float("nan"))


def logsumexp(t, dim):
    dim = position(t.dim(), dim)
    row = t.reshape(1) if t.dim() == 0 else t
    total = torch.full_like(row.sum(dim), float("-inf"))
    for part in row.unbind(dim):
        total = torch.logaddexp(total, part)
    return total


def softmax(t, dim):
    dim = position(t.dim(), dim)
    if t.dim() == 0:
        return t - t + 1
    return (t - logsumexp(t, dim).unsqueeze(dim)).exp()
