"""Wrong: makes the windows in NumPy from x.detach(), so no gradient flows through and bfloat16 fails."""

import numpy as np
import torch
from torch import Tensor


def windows1d(x: Tensor, size: int, step: int) -> Tensor:
    if size < 1 or step < 1 or size > x.shape[0]:
        raise ValueError(f"no windows of size {size} with step {step} in {x.shape[0]} elements")
    a = np.lib.stride_tricks.sliding_window_view(x.detach().numpy(), size, writeable=True)
    return torch.from_numpy(a[::step])


def patches2d(img: Tensor, k: int, stride: int) -> Tensor:
    H, W = img.shape
    if k < 1 or stride < 1 or k > H or k > W:
        raise ValueError(f"no {k} x {k} patches with stride {stride} in {H} x {W} pixels")
    a = np.lib.stride_tricks.sliding_window_view(img.detach().numpy(), (k, k), writeable=True)
    return torch.from_numpy(a[::stride, ::stride])
