"""You gave the strides of a fresh tensor of the new shape: the view must walk the old memory, gaps included."""

from reference import *  # noqa: F403

FAILS = ["test_example_view_strides"]


def view_strides(shape, stride, new_shape):
    strides, step = [], 1
    for size in reversed(new_shape):
        strides.insert(0, step)
        step *= max(size, 1)
    return tuple(strides)
