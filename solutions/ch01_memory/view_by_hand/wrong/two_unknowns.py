"""You filled in every -1: two unknown sizes have no single answer, so that is a RuntimeError, also when 1 would fit both."""

import math

from reference import *  # noqa: F403
from reference import my_reshape as right_reshape

FAILS = ["test_wrong_sizes_raise[my_reshape]"]


def my_reshape(t, *new_shape):
    known = math.prod(size for size in new_shape if size != -1)
    if known > 0:
        new_shape = tuple(t.numel() // known if size == -1 else size for size in new_shape)
    return right_reshape(t, *new_shape)
