"""You took 8 bytes for every element: the size of an element depends on the dtype, from 1 byte (bool) to 16 (complex128)."""

from reference import *  # noqa: F403

FAILS = ["test_numpy_strides_of_every_dtype", "test_numpy_strides_of_views"]


def numpy_strides(t):
    return tuple(8 * step for step in t.stride())
