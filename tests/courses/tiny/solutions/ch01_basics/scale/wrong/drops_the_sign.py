"""You scaled by the size of the factor and lost its sign."""

from reference import *

FAILS = ["test_values[shape0]", "test_values[shape2]"]


def scale(x, factor):
    return x * abs(factor)
