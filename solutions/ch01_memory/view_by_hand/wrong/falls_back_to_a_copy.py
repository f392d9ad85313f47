"""Your `my_view` copies where no view exists: that is what `reshape` does; `view` promises the same memory and must raise."""

from reference import *  # noqa: F403

FAILS = ["test_example_my_view"]


def my_view(t, *new_shape):
    return my_reshape(t, *new_shape)
