"""You divided by a product of 0: with no elements and another size of 0 the -1 could be anything, so that is a RuntimeError."""

import math

from reference import *  # noqa: F403
from reference import my_reshape as right_reshape

FAILS = ["test_wrong_sizes_raise[my_reshape]"]


def my_reshape(t, *new_shape):
    if new_shape.count(-1) == 1:
        known = math.prod(size for size in new_shape if size != -1)
        missing, rest = divmod(t.numel(), known)
        if rest == 0:
            new_shape = tuple(missing if size == -1 else size for size in new_shape)
    return right_reshape(t, *new_shape)
