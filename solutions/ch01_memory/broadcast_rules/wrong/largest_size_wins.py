"""You took the largest size of each column: sizes that differ and are not 1 do not fit, and 1 meets 0 as 0."""

from itertools import zip_longest

from reference import *  # noqa: F403

FAILS = ["test_example_broadcast_shape"]


def broadcast_shape(*shapes):
    columns = zip_longest(*(reversed(shape) for shape in shapes), fillvalue=1)
    return tuple(reversed([max(column) for column in columns]))
