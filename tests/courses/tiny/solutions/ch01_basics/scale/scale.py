"""Scale a tensor, as a copy and in place."""

from torch import Tensor


def scale(x: Tensor, factor: float) -> Tensor:
    return x * factor


def scale_(x: Tensor, factor: float) -> Tensor:
    return x.mul_(factor)
