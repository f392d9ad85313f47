"""You multiply by the mask: 0 · inf and 0 · NaN are NaN, so the side that was not chosen comes through."""

from reference import *  # noqa: F403

FAILS = ["test_example_of_two", "test_select_keeps_the_other_side_out"]


def select(cond, a, b):
    mask = cond.bool().to(a.dtype)
    return mask * a + (1 - mask) * b
