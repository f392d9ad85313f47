"""Your `my_reshape` raises where there is no view: that is what `view` does; `reshape` then copies."""

from reference import *  # noqa: F403

FAILS = ["test_example_my_reshape", "test_gradients[my_reshape]"]


def my_reshape(t, *new_shape):
    return my_view(t, *new_shape)
