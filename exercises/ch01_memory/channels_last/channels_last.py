"""Memory formats of image batches."""

from typing import Literal

from torch import Tensor, nn


def channels_last_strides(shape: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """Strides, in elements, of a (N, C, H, W) tensor whose memory is ordered N, H, W, C.

    shape: sizes of 1 or more
    """
    raise NotImplementedError


def layout(t4d: Tensor) -> Literal["contiguous", "channels_last", "other"]:
    """The memory format of a (N, C, H, W) tensor; "contiguous" where it is both."""
    raise NotImplementedError


def convert(module: nn.Module, x: Tensor) -> tuple[nn.Module, Tensor]:
    """The same module, its 4-d parameters converted to channels_last in place, and x in channels_last.

    x: (N, C, H, W) -> (N, C, H, W), the same values
    """
    raise NotImplementedError
