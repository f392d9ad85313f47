"""You put the corner pixels on the corners; here pixels are squares, and their centres are at (i + 0.5) / scale - 0.5."""

import torch
from reference import *  # noqa: F403
from reference import upsample as right

FAILS = ["test_example_upsample", "test_upsample_values[bilinear]"]


def upsample(x, scale, mode):
    if mode != "bilinear":
        return right(x, scale, mode)
    for dim in (2, 3):
        n = x.shape[dim]
        where = torch.linspace(0, n - 1, n * scale, dtype=x.dtype)
        weights = (1 - (where[:, None] - torch.arange(n)).abs()).clamp(min=0)
        x = (x.transpose(dim, 3) @ weights.mT).transpose(dim, 3)
    return x
