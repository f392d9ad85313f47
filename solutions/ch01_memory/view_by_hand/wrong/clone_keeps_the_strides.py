"""`clone()` keeps the strides of a transposed tensor, so the copy has no view either: ask for a contiguous copy."""

from reference import *  # noqa: F403
from reference import resolved, view_strides

FAILS = ["test_reshape_values", "test_gradients[my_reshape]"]


def my_reshape(t, *new_shape):
    sizes = resolved(t.numel(), new_shape)
    if view_strides(tuple(t.shape), t.stride(), sizes) is None:
        t = t.clone()
    return my_view(t, *sizes)
