"""Right: a small Layout class and recursion over the dimensions, functions only call it."""

import math


class Layout:
    def __init__(self, shape, stride=None):
        self.shape = list(shape)
        self.stride = list(stride) if stride is not None else self._fresh(self.shape)

    def _fresh(self, sizes):
        if len(sizes) == 0:
            return []
        rest = [1 if n == 0 else n for n in sizes[1:]]
        return [math.prod(rest)] + self._fresh(sizes[1:])

    def dense(self):
        if math.prod(self.shape) == 0:
            return True
        expected = 1
        d = len(self.shape) - 1
        while d >= 0:
            if self.shape[d] != 1:
                if self.stride[d] != expected:
                    return False
                expected = expected * self.shape[d]
            d -= 1
        return True

    def address(self, index, offset):
        if not len(index) == len(self.stride):
            raise ValueError(
                "the lengths of index and stride are different: " + str(len(index)) + ", " + str(len(self.stride))
            )
        total = offset
        for d in range(len(index)):
            total = total + index[d] * self.stride[d]
        return total


def contiguous_strides(shape):
    return tuple(Layout(shape).stride)


def numpy_strides(t):
    answer = ()
    for s in t.stride():
        answer = answer + (s * t.element_size(),)
    return answer


def is_contiguous(shape, stride):
    return Layout(shape, stride).dense()


def flat_offset(index, stride, storage_offset=0):
    return Layout((), stride).address(index, storage_offset)
