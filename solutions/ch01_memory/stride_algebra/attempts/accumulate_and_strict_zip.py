"""Right: accumulate and operator.mul for everything, bytes from the dtype, and zip(strict=True) for the ValueError."""

from itertools import accumulate
from operator import mul


def contiguous_strides(shape):
    sizes = [n or 1 for n in shape]
    return tuple(accumulate(sizes[:0:-1], mul, initial=1))[::-1] if sizes else ()


def numpy_strides(t):
    itemsize = t.dtype.itemsize
    return tuple([itemsize * t.stride(d) for d in range(t.dim())])


def is_contiguous(shape, stride):
    real = [(n, s) for n, s in zip(shape, stride) if n != 1]
    sizes = tuple(n for n, _ in real)
    return not all(sizes) or tuple(s for _, s in real) == contiguous_strides(sizes)


def flat_offset(index, stride, storage_offset=0):
    position = storage_offset
    for i, s in zip(index, stride, strict=True):
        position += i * s
    return position
