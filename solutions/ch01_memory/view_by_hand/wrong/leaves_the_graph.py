"""The result is cut off from autograd: `.data` and `detach()` share the memory but drop the gradient."""

from reference import *  # noqa: F403
from reference import my_view as right_view

FAILS = ["test_gradients[my_view]"]


def my_view(t, *new_shape):
    return right_view(t.detach(), *new_shape)
