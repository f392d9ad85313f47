"""`x = x * factor` binds a new tensor to the name x; the caller's tensor stays as it was."""

from reference import *

FAILS = ["test_in_place"]


def scale_(x, factor):
    x = x * factor
    return x
