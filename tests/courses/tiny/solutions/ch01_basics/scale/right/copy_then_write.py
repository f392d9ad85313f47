"""Copies first, then writes into the copy and through a full slice."""

from torch import Tensor


def scale(x: Tensor, factor: float) -> Tensor:
    return scale_(x.clone(), factor)


def scale_(x: Tensor, factor: float) -> Tensor:
    x[...] = x * factor
    return x
