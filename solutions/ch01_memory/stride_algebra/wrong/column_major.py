"""You multiplied from the left: those are the strides of a column-major (Fortran) layout; torch's last dimension has stride 1."""

from reference import *  # noqa: F403

FAILS = ["test_example_contiguous_strides"]


def contiguous_strides(shape):
    strides, step = [], 1
    for size in shape:
        strides.append(step)
        step *= max(size, 1)
    return tuple(strides)
