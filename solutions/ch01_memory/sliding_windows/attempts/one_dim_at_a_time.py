"""Right: cuts one dimension at a time, the patches are windows of rows and then of columns."""

from torch import Tensor


def cut(t: Tensor, dim: int, size: int, step: int) -> Tensor:
    length = t.size(dim)
    if size < 1:
        raise ValueError("size is below 1")
    if step < 1:
        raise ValueError("step is below 1")
    if size > length:
        raise ValueError("window is larger than the data")
    how_many = 0
    begin = 0
    while begin + size <= length:
        how_many += 1
        begin += step
    shape = list(t.shape)
    strides = list(t.stride())
    shape[dim] = how_many
    strides[dim] = strides[dim] * step
    return t.as_strided(shape + [size], strides + [t.stride(dim)], t.storage_offset())


def windows1d(x: Tensor, size: int, step: int) -> Tensor:
    return cut(x, 0, size, step)


def patches2d(img: Tensor, k: int, stride: int) -> Tensor:
    rows = cut(img, 0, k, stride)  # (H', W, k)
    return cut(rows, 1, k, stride)  # (H', W', k, k)
