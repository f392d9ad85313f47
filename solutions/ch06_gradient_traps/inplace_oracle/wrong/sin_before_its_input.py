"""You halve h before sin has seen it: the values are others."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_example_fixed", "test_fixed_values"]


def fixed_forward(x, w):
    h = x @ w
    h += 1.0
    s = torch.sigmoid(h) * 3.0
    h = h * 0.5
    t = torch.sin(h)
    t += s
    out = t * h
    out -= 1.0
    return out
