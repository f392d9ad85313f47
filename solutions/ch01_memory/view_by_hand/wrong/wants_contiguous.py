"""You gave up on every tensor that is not contiguous: `view` needs strides that fit, and many non-contiguous ones do."""

from reference import *  # noqa: F403
from reference import view_strides as right_view_strides

FAILS = ["test_example_view_strides"]


def view_strides(shape, stride, new_shape):
    contiguous, step = [], 1
    for size in reversed(shape):
        contiguous.insert(0, step)
        step *= max(size, 1)
    return right_view_strides(shape, stride, new_shape) if tuple(contiguous) == tuple(stride) else None
