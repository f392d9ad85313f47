"""You computed with plain numbers (`.item()`, `.data`, `.numpy()`): the values are right, but no gradient reaches x and y."""

from reference import *  # noqa: F403
from reference import pairwise_sq_dist_broadcast as right_broadcast
from reference import pairwise_sq_dist_lowmem as right_lowmem

FAILS = ["test_gradients[pairwise_sq_dist_broadcast]", "test_gradients[pairwise_sq_dist_lowmem]"]


def pairwise_sq_dist_broadcast(x, y):
    return right_broadcast(x.data, y.data)


def pairwise_sq_dist_lowmem(x, y):
    return right_lowmem(x.data, y.data)
