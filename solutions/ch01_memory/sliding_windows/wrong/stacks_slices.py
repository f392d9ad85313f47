"""`torch.stack` copies every window: as_strided reads them where they are."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_windows_are_a_view", "test_patches_are_a_view"]


def windows1d(x, size, step):
    n = count(len(x), size, step)  # noqa: F405
    return torch.stack([x[i * step : i * step + size] for i in range(n)])


def patches2d(img, k, stride):
    h, w = (count(length, k, stride) for length in img.shape)  # noqa: F405
    return torch.stack(
        [
            torch.stack([img[i * stride : i * stride + k, j * stride : j * stride + k] for j in range(w)])
            for i in range(h)
        ]
    )
