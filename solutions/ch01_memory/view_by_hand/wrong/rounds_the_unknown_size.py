"""You rounded the size behind -1 down: when the other sizes do not divide the number of elements, elements are lost without an error."""

import math

from reference import *  # noqa: F403
from reference import my_view as right_view

FAILS = ["test_wrong_sizes_raise[my_view]"]


def my_view(t, *new_shape):
    known = math.prod(size for size in new_shape if size != -1)
    if new_shape.count(-1) != 1 or known <= 0 or not t.is_contiguous():
        return right_view(t, *new_shape)
    sizes = [t.numel() // known if size == -1 else size for size in new_shape]
    strides = [math.prod(sizes[d + 1 :]) for d in range(len(sizes))]
    return t.as_strided(sizes, strides)
