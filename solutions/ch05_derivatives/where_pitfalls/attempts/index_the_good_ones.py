"""Right: computes only at the good entries, by boolean indexing into a new tensor; clamp for the logarithm."""

import torch


def safe_sqrt(x):
    bad = x <= 0
    out = torch.zeros_like(x)
    out[~bad] = x[~bad].sqrt()
    return out


def safe_log(x, floor):
    return torch.log(x.clamp(min=floor))


def safe_norm(x, dim):
    squares = torch.sum(x**2, dim=dim)
    return safe_sqrt(squares)


def safe_divide(a, b):
    a, b = torch.broadcast_tensors(a, b)
    ok = b != 0
    out = torch.zeros(a.shape, dtype=torch.result_type(a, b))
    return out.masked_scatter(ok, a[ok] / b[ok])


def select(cond, a, b):
    cond, a, b = torch.broadcast_tensors(cond.bool(), a, b)
    out = b.clone()
    out[cond] = a[cond]
    return out
