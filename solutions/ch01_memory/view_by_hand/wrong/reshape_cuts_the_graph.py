"""Your copy goes through NumPy or `torch.tensor`: it has the right values but no way back for the gradient."""

from reference import *  # noqa: F403
from reference import my_reshape as right_reshape
from reference import my_view

FAILS = ["test_gradients[my_reshape]"]


def my_reshape(t, *new_shape):
    try:
        return my_view(t, *new_shape)
    except RuntimeError:
        return right_reshape(t.detach(), *new_shape)
