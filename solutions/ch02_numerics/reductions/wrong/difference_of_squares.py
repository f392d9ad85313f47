"""You took the mean of squares minus the square of the mean: far from zero these are two large equal numbers, and nothing is left."""

import torch
from reference import *  # noqa: F403
from reference import size

FAILS = ["test_var_far_from_zero"]


def var(t, dim, correction):
    n = size(t, dim)
    raw = t.square().mean(dim) - t.mean(dim).square()
    return raw * n / max(n - correction, 0) if n > correction else torch.full_like(raw, float("nan"))
