"""view and reshape, built from as_strided."""

from torch import Tensor


def view_strides(shape: tuple[int, ...], stride: tuple[int, ...], new_shape: tuple[int, ...]) -> tuple[int, ...] | None:
    """Strides under which the same memory has new_shape, its elements in the same order; None when there are none.

    shape, stride: of the tensor, in elements; new_shape: sizes of 0 or more, with the same number of elements
    """
    raise NotImplementedError


def my_view(t: Tensor, *new_shape: int) -> Tensor:
    """t.view(*new_shape): the same memory in another shape.

    new_shape: sizes, one of them may be -1 (worked out from the others)
    Raises RuntimeError when there is no such view, when the number of elements differs, when a size is below -1,
    or when -1 is given twice or could be anything.
    """
    raise NotImplementedError


def my_reshape(t: Tensor, *new_shape: int) -> Tensor:
    """t.reshape(*new_shape): a view where there is one, a copy only where there is none; raises as my_view does."""
    raise NotImplementedError
