"""You gave strides in elements: NumPy counts bytes, so each stride is multiplied by the size of one element."""

from reference import *  # noqa: F403

FAILS = ["test_example_numpy_strides"]


def numpy_strides(t):
    return t.stride()
