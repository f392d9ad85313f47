"""You computed the strides that a fresh array of this shape would have: a slice or a transpose keeps the strides of its storage."""

from reference import *  # noqa: F403

FAILS = ["test_numpy_strides_of_views"]


def numpy_strides(t):
    return tuple(t.element_size() * step for step in contiguous_strides(tuple(t.shape)))
