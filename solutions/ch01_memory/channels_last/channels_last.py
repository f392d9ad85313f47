"""Memory formats of image batches."""

from typing import Literal

import torch
from torch import Tensor, nn


def channels_last_strides(shape: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    _, c, h, w = shape
    return h * w * c, 1, w * c, c


def layout(t4d: Tensor) -> Literal["contiguous", "channels_last", "other"]:
    if t4d.is_contiguous():
        return "contiguous"
    return "channels_last" if t4d.is_contiguous(memory_format=torch.channels_last) else "other"


def convert(module: nn.Module, x: Tensor) -> tuple[nn.Module, Tensor]:
    return module.to(memory_format=torch.channels_last), x.to(memory_format=torch.channels_last)
