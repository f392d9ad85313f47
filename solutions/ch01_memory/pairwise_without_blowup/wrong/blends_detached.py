"""The blend is built from numbers without a gradient: a and b must both get theirs."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_blend_gradients"]


def masked_blend(cond, a, b):
    out = torch.empty_like(a)
    out[cond] = a.detach()[cond]
    out[~cond] = b.detach()[~cond]
    return out
