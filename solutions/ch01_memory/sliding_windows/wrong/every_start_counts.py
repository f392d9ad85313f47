"""Count the windows again: a start needs room for a whole window behind it, so there are `(length - size) // step + 1`."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_windows_shapes", "test_patches_shapes"]


def windows1d(x, size, step):
    if len(x) < size or size < 1 or step < 1:
        raise ValueError("no window fits")
    n = max(1, len(x) // step - (size - 1) // step)
    return torch.stack([x.roll(-i * step)[:size] for i in range(n)])


def patches2d(img, k, stride):
    if min(img.shape) < k or k < 1 or stride < 1:
        raise ValueError("no patch fits")
    h, w = ((length - k + stride - 1) // stride + 1 for length in img.shape)
    starts = [[img.roll((-i * stride, -j * stride), (0, 1))[:k, :k] for j in range(w)] for i in range(h)]
    return torch.stack([torch.stack(row) for row in starts])
