"""One row of distances at a time; the expanded form as one addmm, relu to keep it from falling below zero."""

import torch


def pairwise_sq_dist_broadcast(x, y):
    return torch.einsum("nmd,nmd->nm", *[x[:, None, :].sub(y)] * 2)


def pairwise_sq_dist_lowmem(x, y):
    norms = (x**2).sum(1, keepdim=True) + (y**2).sum(1)
    return torch.addmm(norms, x, y.mT, alpha=-2).relu()


def masked_blend(cond, a, b):
    return a.masked_fill(~cond, 0) + b.masked_fill(cond, 0)
