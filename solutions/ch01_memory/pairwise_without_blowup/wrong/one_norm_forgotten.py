"""You left out |y|²: it is needed although it is the same for all x."""

from reference import *  # noqa: F403

FAILS = ["test_values[pairwise_sq_dist_lowmem]"]


def pairwise_sq_dist_lowmem(x, y):
    return (x.square().sum(1)[:, None] - 2 * (x @ y.T)).clamp(min=0)
