"""You expanded `.data`: the memory is shared, but the gradient has no way back to the tensor."""

from reference import *  # noqa: F403
from reference import my_expand as right_expand

FAILS = ["test_expand_gradient"]


def my_expand(t, shape):
    return right_expand(t.data, shape)
