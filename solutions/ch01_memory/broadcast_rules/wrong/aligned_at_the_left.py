"""You aligned the shapes at the left: broadcasting aligns them at the right, so (5, 3) fits (3,) and not (5,)."""

from itertools import zip_longest

from reference import *  # noqa: F403
from reference import common_size

FAILS = ["test_example_broadcast_shape"]


def broadcast_shape(*shapes):
    return tuple(common_size(column, shapes) for column in zip_longest(*shapes, fillvalue=1))
