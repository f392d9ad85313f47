"""Right: walks over the sizes from the right and keeps the product."""

from torch import Tensor


def contiguous_strides(shape: tuple[int, ...]) -> tuple[int, ...]:
    strides = []
    step = 1
    for n in reversed(shape):
        strides.append(step)
        step *= max(n, 1)
    return tuple(reversed(strides))


def numpy_strides(t: Tensor) -> tuple[int, ...]:
    return tuple(s * t.element_size() for s in t.stride())


def is_contiguous(shape: tuple[int, ...], stride: tuple[int, ...]) -> bool:
    if 0 in shape:
        return True
    expected = contiguous_strides(shape)
    return all(n == 1 or s == e for n, s, e in zip(shape, stride, expected))


def flat_offset(index: tuple[int, ...], stride: tuple[int, ...], storage_offset: int = 0) -> int:
    if len(index) != len(stride):
        raise ValueError(f"index has {len(index)} entries, but stride has length {len(stride)}")
    return storage_offset + sum(i * s for i, s in zip(index, stride))
