"""You refused two equal sizes, or asked for a size of 1 somewhere: equal sizes fit as they are."""

from reference import *  # noqa: F403
from reference import broadcast_shape as right_shape

FAILS = ["test_example_broadcast_shape"]


def broadcast_shape(*shapes):
    if len(shapes) > 1 and not any(1 in shape for shape in shapes):
        raise ValueError("there is no dimension of size 1")
    return right_shape(*shapes)
