"""You called `contiguous()` first: that copies every non-contiguous tensor, also those that have the view."""

from reference import *  # noqa: F403
from reference import my_reshape as right_reshape

FAILS = ["test_reshape_copies_only_if_it_must"]


def my_reshape(t, *new_shape):
    return right_reshape(t.contiguous(), *new_shape)
