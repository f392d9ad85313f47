"""view and reshape, built from as_strided."""

import math

from torch import Tensor


def view_strides(shape: tuple[int, ...], stride: tuple[int, ...], new_shape: tuple[int, ...]) -> tuple[int, ...] | None:
    if 0 in shape:
        return (1,) * len(new_shape)
    runs = mergeable_runs(shape, stride)
    strides = []
    numel, step = runs.pop() if runs else (1, 1)
    for size in reversed(new_shape):
        if size > 1 and numel == 1 and runs:
            numel, step = runs.pop()
        if numel % size:
            return None
        strides.append(step)
        numel, step = numel // size, step * size
    return tuple(reversed(strides))


def mergeable_runs(shape: tuple[int, ...], stride: tuple[int, ...]) -> list[tuple[int, int]]:
    """The fewest (size, stride) pairs that walk the same elements in the same order."""
    runs: list[tuple[int, int]] = []
    for size, step in zip(shape, stride, strict=True):
        if size == 1:
            continue  # nobody steps along it
        if runs and runs[-1][1] == size * step:
            size *= runs.pop()[0]
        runs.append((size, step))
    return runs


def resolved(numel: int, new_shape: tuple[int, ...]) -> tuple[int, ...]:
    """new_shape with its -1 replaced by the size that makes the number of elements right."""
    known = math.prod(size for size in new_shape if size != -1)
    if new_shape.count(-1) > 1 or min(new_shape, default=0) < -1:
        raise RuntimeError(f"{list(new_shape)} is no shape: sizes are 0 or more, and one of them may be -1")
    if -1 in new_shape:
        if known == 0:
            raise RuntimeError(f"the -1 in {list(new_shape)} could be anything")
        new_shape = tuple(numel // known if size == -1 else size for size in new_shape)
    if math.prod(new_shape) != numel:
        raise RuntimeError(f"shape {list(new_shape)} does not fit {numel} elements")
    return new_shape


def my_view(t: Tensor, *new_shape: int) -> Tensor:
    sizes = resolved(t.numel(), new_shape)
    strides = view_strides(tuple(t.shape), t.stride(), sizes)
    if strides is None:
        raise RuntimeError(f"no view of shape {list(sizes)} for shape {list(t.shape)} with strides {t.stride()}")
    return t.as_strided(sizes, strides)


def my_reshape(t: Tensor, *new_shape: int) -> Tensor:
    sizes = resolved(t.numel(), new_shape)
    if view_strides(tuple(t.shape), t.stride(), sizes) is None:
        t = t.contiguous()
    return my_view(t, *sizes)
