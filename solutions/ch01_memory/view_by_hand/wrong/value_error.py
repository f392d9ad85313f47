"""You raised ValueError: `view` raises RuntimeError, and callers that catch it rely on that."""

from reference import *  # noqa: F403
from reference import my_view as right_view

FAILS = ["test_example_my_view", "test_wrong_sizes_raise[my_view]"]


def my_view(t, *new_shape):
    try:
        return right_view(t, *new_shape)
    except RuntimeError as error:
        raise ValueError(*error.args) from None
