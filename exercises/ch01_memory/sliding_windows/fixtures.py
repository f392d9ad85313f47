"""Slices that begin in the middle of their storage, cut where your code runs."""

from collections.abc import Callable

from torch import Tensor


def on_a_slice(f: Callable[..., Tensor], storage: Tensor, start: int, step: int, *args: int) -> Tensor:
    """f of every step-th element of a vector from start on."""
    return f(storage[start::step], *args)


def on_a_crop(f: Callable[..., Tensor], image: Tensor, top: int, left: int, *args: int) -> Tensor:
    """f of an image without its first rows and columns."""
    return f(image[top:, left:], *args)
