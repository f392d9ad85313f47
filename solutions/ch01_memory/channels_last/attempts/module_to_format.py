"""Right: is_contiguous for both formats, module.to for the conversion."""

from typing import Literal

import torch
from torch import Tensor, nn


def channels_last_strides(shape: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    _, C, H, W = shape
    return (H * W * C, 1, W * C, C)


def layout(t4d: Tensor) -> Literal["contiguous", "channels_last", "other"]:
    if t4d.is_contiguous():
        return "contiguous"
    if t4d.is_contiguous(memory_format=torch.channels_last):
        return "channels_last"
    return "other"


def convert(module: nn.Module, x: Tensor) -> tuple[nn.Module, Tensor]:
    return module.to(memory_format=torch.channels_last), x.contiguous(memory_format=torch.channels_last)
