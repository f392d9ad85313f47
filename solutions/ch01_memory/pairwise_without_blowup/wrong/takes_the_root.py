"""You took the square root: the squared distances are asked for."""

from reference import *  # noqa: F403
from reference import pairwise_sq_dist_broadcast as right_distances

FAILS = ["test_example[pairwise_sq_dist_broadcast]", "test_values[pairwise_sq_dist_broadcast]"]


def pairwise_sq_dist_broadcast(x, y):
    return right_distances(x, y).clamp(min=1e-12).sqrt()
