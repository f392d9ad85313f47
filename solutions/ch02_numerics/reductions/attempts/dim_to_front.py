"""Right: moves the dimension to the front first, then everything is over dimension 0."""

import numpy as np
import torch


def front(t, dim):
    return t.reshape(1).movedim(dim, 0) if t.ndim == 0 else t.movedim(dim, 0)


def mean_np(a, axis):
    a = np.moveaxis(np.atleast_1d(a), axis, 0)
    kind = a.dtype if np.issubdtype(a.dtype, np.floating) else np.float64
    total = np.add.reduce(a, axis=0, dtype=np.float64)
    return np.asarray(np.true_divide(total, len(a)), dtype=kind)


def mean_t(t, dim, keepdim=False):
    dtype = t.dtype if t.dtype.is_floating_point else torch.float
    return torch.mean(t, dim=(dim,), keepdim=keepdim, dtype=dtype)


def var(t, dim, correction):
    rows = front(t, dim)
    n = rows.shape[0]
    squares = torch.square(rows - rows.mean(0))
    degrees = n - correction if n > correction else 0
    return squares.sum(0).div(degrees)


def _shift(rows):
    top = torch.max(rows, 0).values
    return torch.where(torch.isinf(top), torch.zeros_like(top), top).detach()


def softmax(t, dim):
    rows = front(t, dim)
    if rows.numel() == 0:
        return t + 0
    e = (rows - _shift(rows)).exp()
    p = e / e.sum(0)
    return p.reshape(()) if t.ndim == 0 else p.movedim(0, dim)


def logsumexp(t, dim):
    rows = front(t, dim)
    if len(rows) == 0:
        return torch.full(rows.shape[1:], -torch.inf, dtype=t.dtype, device=t.device)
    if rows.numel() == 0:
        return rows.sum(0)
    shift = _shift(rows)
    return shift + (rows - shift).exp().sum(0).log()
