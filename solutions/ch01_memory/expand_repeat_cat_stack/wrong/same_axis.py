"""You put the new axis in the same place in both: (1, n) and (1, m) clash as (n,) and (m,) did; one needs it behind."""

from reference import *  # noqa: F403

FAILS = ["test_example_outer_sum"]


def outer_sum(a, b):
    return a.unsqueeze(0) + b.unsqueeze(0)
