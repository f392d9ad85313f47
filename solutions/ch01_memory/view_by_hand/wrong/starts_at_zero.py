"""Your view begins at the start of the storage: a slice begins later, at `t.storage_offset()`."""

from reference import *  # noqa: F403
from reference import resolved, view_strides

FAILS = ["test_view_of_a_slice"]


def my_view(t, *new_shape):
    sizes = resolved(t.numel(), new_shape)
    strides = view_strides(tuple(t.shape), t.stride(), sizes)
    if strides is None:
        raise RuntimeError("no such view")
    return t.as_strided(sizes, strides, 0)
