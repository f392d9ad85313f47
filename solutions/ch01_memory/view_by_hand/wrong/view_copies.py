"""Your `my_view` copies: what is written into the result no longer reaches the tensor it was made from."""

from reference import *  # noqa: F403
from reference import my_view as right_view

FAILS = ["test_view_shares_memory"]


def my_view(t, *new_shape):
    return right_view(t, *new_shape).clone()
