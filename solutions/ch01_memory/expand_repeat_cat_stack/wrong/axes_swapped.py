"""Your rows belong to b and your columns to a: out[i, j] is a[i] + b[j]."""

from reference import *  # noqa: F403

FAILS = ["test_example_outer_sum"]


def outer_sum(a, b):
    return a[None, :] + b[:, None]
