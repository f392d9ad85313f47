"""You looked at the first two shapes only: any number of operands may meet, also one or none."""

from reference import *  # noqa: F403
from reference import broadcast_shape as right_shape

FAILS = ["test_broadcast_shape_of_many"]


def broadcast_shape(*shapes):
    return right_shape(shapes[0], shapes[1])
