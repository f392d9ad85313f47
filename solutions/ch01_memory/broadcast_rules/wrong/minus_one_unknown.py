"""A -1 was taken for a size: it keeps the size that the tensor has there."""

from reference import *  # noqa: F403
from reference import my_expand as right_expand

FAILS = ["test_expand_values"]


def my_expand(t, shape):
    if min(shape, default=0) < 0:
        raise ValueError("a size is 0 or more")
    return right_expand(t, shape)
