"""Products of tails, the untyped storage's size for the element's bytes, and contiguity as one walk from the right."""

import math
from operator import mul


def contiguous_strides(shape):
    return tuple(math.prod(max(size, 1) for size in shape[d + 1 :]) for d in range(len(shape)))


def numpy_strides(t):
    return tuple(t.dtype.itemsize * t.stride(d) for d in range(t.dim()))


def is_contiguous(shape, stride):
    used = [(size, step) for size, step in zip(shape, stride) if size != 1]
    expected = 1
    for size, step in reversed(used):
        if size == 0:
            return True
        if step != expected and 0 not in shape:
            return False
        expected *= size
    return True


def flat_offset(index, stride, storage_offset=0):
    if len(index) != len(stride):
        raise ValueError("index and stride must have the same length")
    return sum(map(mul, index, stride), storage_offset)
