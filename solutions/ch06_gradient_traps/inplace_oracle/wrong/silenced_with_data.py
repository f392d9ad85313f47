"""You write through .data, so that nobody complains; backward then computes with changed values. Make new tensors instead."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_fixed_gradients"]


def fixed_forward(x, w):
    h = x @ w
    h += 1.0
    s = torch.sigmoid(h)
    s.data *= 3.0
    t = torch.sin(h)
    h.data *= 0.5
    t += s
    out = t * h
    out -= 1.0
    return out
