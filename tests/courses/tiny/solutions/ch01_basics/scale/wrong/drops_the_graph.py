"""`.data` cuts the graph: the values are right, and no gradient reaches x."""

from reference import *

FAILS = ["test_gradients"]


def scale(x, factor):
    return x.data * factor
