"""You never compared the numbers of elements: as_strided reads whatever memory it is told to, without an error."""

from reference import *  # noqa: F403
from reference import resolved, view_strides

FAILS = ["test_wrong_sizes_raise[my_view]"]


def my_view(t, *new_shape):
    sizes = resolved(t.numel(), new_shape) if -1 in new_shape else new_shape
    strides = view_strides(tuple(t.shape), t.stride(), sizes)
    if strides is None:
        raise RuntimeError("no such view")
    return t.as_strided(sizes, strides)
