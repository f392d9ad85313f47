"""Your `scale` is `scale_`: it writes into its argument, which the caller still needs."""

from reference import *
from reference import scale_ as scale_in_place

FAILS = ["test_example", "test_gradients"]


def scale(x, factor):
    if x.requires_grad:
        return x * factor
    return scale_in_place(x, factor)
