"""You listed a transposed tensor in the order of its memory: a view lists the elements row by row of the tensor as it is."""

import math

from reference import *  # noqa: F403
from reference import my_view as right_view
from reference import resolved

FAILS = ["test_view_values"]


def my_view(t, *new_shape):
    if t.untyped_storage().nbytes() != t.numel() * t.element_size():
        return right_view(t, *new_shape)  # a slice
    sizes = resolved(t.numel(), new_shape)
    return t.as_strided(sizes, [math.prod(sizes[d + 1 :]) for d in range(len(sizes))])
