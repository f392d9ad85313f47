"""You took the strides of a contiguous tensor: t may be a slice or a transpose, so ask it for its own strides."""

from reference import *  # noqa: F403
from reference import my_expand as right_expand

FAILS = ["test_expand_values"]


def my_expand(t, shape):
    sizes = right_expand(t, shape).shape
    strides, step = [], 1
    for old in reversed(t.shape):
        strides.insert(0, 0 if old == 1 else step)
        step *= max(old, 1)
    return t.as_strided(sizes, [0] * (len(sizes) - t.dim()) + strides)
