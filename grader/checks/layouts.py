"""``memory_layout``: which element of a strided tensor lies in which cell of its storage."""

from collections.abc import Sequence
from typing import Any

from grader.checks.kinds import is_tensor
from grader.checks.picture import Layout
from grader.checks.titles import titled
from grader.language import noted

_MOST_DIMS = 8
_LARGEST = 10**9


# What pictures side by side are usually called, also by a course.
USUAL_TITLES = (noted("Yours"), noted("Right"))


def memory_layout(of: Any, title: str = noted("Memory")) -> Layout:
    """The picture of the storage behind a view.

    ``of`` is a tensor of this process, or (shape, stride, offset, cells of the storage) in elements: a result of the
    student's arrives as a copy, so a fixture that runs beside it has to tell where it lay. Raises ``ValueError`` for
    what is no layout.
    """
    if is_tensor(of):
        cells = of.untyped_storage().nbytes() // of.element_size()
        return Layout(titled(title), list(of.shape), list(of.stride()), int(of.storage_offset()), cells)
    shape, stride, offset, cells = of
    sizes, steps = _numbers(shape), _numbers(stride)
    if len(sizes) != len(steps) or len(sizes) > _MOST_DIMS or any(size < 0 for size in sizes) or cells < 0:
        raise ValueError("a layout has one stride a size, and no size below 0")
    return Layout(titled(title), sizes, steps, _number(offset), _number(cells))


def _numbers(values: Sequence[Any]) -> list[int]:
    return [_number(value) for value in values]


def _number(value: Any) -> int:
    if type(value) is not int or abs(value) > _LARGEST:
        raise ValueError("sizes, strides and offsets are whole numbers")
    return value
