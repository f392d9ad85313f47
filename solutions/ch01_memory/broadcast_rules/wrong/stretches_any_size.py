"""You stretched a dimension that is not 1, or dropped one: only size 1 repeats, and dimensions are added on the left only."""

from reference import *  # noqa: F403
from reference import my_expand as right_expand

FAILS = ["test_expand_errors"]


def my_expand(t, shape):
    try:
        return right_expand(t, shape)
    except ValueError:
        return t.as_strided(shape, [0] * len(shape))
