"""You repeated the elements in memory: an expanded tensor has stride 0 along the repeated dimension and copies nothing."""

from reference import *  # noqa: F403
from reference import my_expand as right_expand

FAILS = ["test_expand_shares_memory", "test_expand_strides"]


def my_expand(t, shape):
    sizes = right_expand(t, shape).shape
    padded = (1,) * (len(sizes) - t.dim()) + tuple(t.shape)
    return t.repeat([new if old == 1 else 1 for old, new in zip(padded, sizes)])
