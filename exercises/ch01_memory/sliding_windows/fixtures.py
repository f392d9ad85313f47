"""Slices that begin in the middle of their storage, cut where your code runs."""

from collections.abc import Callable

from torch import Tensor


def on_a_slice(f: Callable[..., Tensor], storage: Tensor, start: int, step: int, *args: int) -> Tensor:
    """f of every step-th element of a vector from start on."""
    return f(storage[start::step], *args)


def on_a_crop(f: Callable[..., Tensor], image: Tensor, top: int, left: int, *args: int) -> Tensor:
    """f of an image without its first rows and columns."""
    return f(image[top:, left:], *args)


def layout_of_windows(f: Callable[..., Tensor], storage: Tensor, start: int, step: int, *args: int) -> tuple:
    """The layout of what f makes of a slice."""
    return layout(f(storage[start::step], *args))


def layout_of_patches(f: Callable[..., Tensor], image: Tensor, *args: int) -> tuple:
    """The layout of what f makes of an image."""
    return layout(f(image, *args))


def layout(t: Tensor) -> tuple:
    """Shape, stride and offset, and the number of cells of the storage."""
    return tuple(t.shape), t.stride(), t.storage_offset(), t.untyped_storage().nbytes() // t.element_size()
