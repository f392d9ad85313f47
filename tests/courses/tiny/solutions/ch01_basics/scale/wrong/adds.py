"""You added the factor: scaling multiplies."""

from reference import *

FAILS = ["test_example"]


def scale(x, factor):
    return x + factor
