"""Strides, addresses and contiguity, from shapes and numbers alone."""

from torch import Tensor


def contiguous_strides(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Strides, in elements, of a fresh torch tensor of this shape.

    shape: sizes, each 0 or more; () is a scalar -> one stride a dimension
    """
    raise NotImplementedError


def numpy_strides(t: Tensor) -> tuple[int, ...]:
    """The strides of t in bytes, as a NumPy array over the same memory has them.

    t: any dtype, any layout, not empty; may require grad -> one stride a dimension
    """
    raise NotImplementedError


def is_contiguous(shape: tuple[int, ...], stride: tuple[int, ...]) -> bool:
    """Whether a tensor of this shape and stride (in elements) is contiguous in torch's sense."""
    raise NotImplementedError


def flat_offset(index: tuple[int, ...], stride: tuple[int, ...], storage_offset: int = 0) -> int:
    """Where in the storage the element at this index lies.

    index: one number a dimension, none negative; stride and storage_offset: in elements -> position in the storage
    Raises ValueError when index and stride differ in length.
    """
    raise NotImplementedError
