"""You merged neighbours without asking whether they touch: the merged dimension has one stride, and it reads elements that are not in the tensor."""

from reference import *  # noqa: F403

FAILS = ["test_example_view_strides"]


def view_strides(shape, stride, new_shape):
    step = stride[-1] if stride else 1
    strides = []
    for size in reversed(new_shape):
        strides.insert(0, step)
        step *= max(size, 1)
    return tuple(strides)
