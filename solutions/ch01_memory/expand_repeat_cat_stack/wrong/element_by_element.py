"""You built the table from plain numbers (`float`, `.item()`): the values are right, but no gradient reaches a and b."""

from reference import *  # noqa: F403

FAILS = ["test_outer_sum_gradients"]


def outer_sum(a, b):
    return a.detach()[:, None] + b.detach()
