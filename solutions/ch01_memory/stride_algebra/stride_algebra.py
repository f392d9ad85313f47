"""Strides, addresses and contiguity, from shapes and numbers alone."""

from torch import Tensor


def contiguous_strides(shape: tuple[int, ...]) -> tuple[int, ...]:
    strides = []
    step = 1
    for size in reversed(shape):
        strides.append(step)
        step *= max(size, 1)  # torch counts an empty dimension as one
    return tuple(reversed(strides))


def numpy_strides(t: Tensor) -> tuple[int, ...]:
    return tuple(step * t.element_size() for step in t.stride())


def is_contiguous(shape: tuple[int, ...], stride: tuple[int, ...]) -> bool:
    if 0 in shape:
        return True
    # Nobody steps along a dimension of size 1, so its stride may be anything.
    wanted = contiguous_strides(shape)
    return all(size == 1 or step == want for size, step, want in zip(shape, stride, wanted, strict=True))


def flat_offset(index: tuple[int, ...], stride: tuple[int, ...], storage_offset: int = 0) -> int:
    if len(index) != len(stride):
        raise ValueError(f"{len(index)} indices for {len(stride)} strides")
    return storage_offset + sum(i * step for i, step in zip(index, stride, strict=True))
