"""You read -1 as "the same as the first size": in a dimension that is new on the left there is no size to keep, so that is a ValueError."""

from reference import *  # noqa: F403
from reference import my_expand as right_expand

FAILS = ["test_expand_errors"]


def my_expand(t, shape):
    added = max(len(shape) - t.dim(), 0)
    return right_expand(t, tuple(1 if new == -1 and d < added else new for d, new in enumerate(shape)))
