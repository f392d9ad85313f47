"""Your rows belong to y and your columns to x: out[i, j] is the distance from x[i] to y[j]."""

from reference import *  # noqa: F403

FAILS = ["test_example[pairwise_sq_dist_broadcast]", "test_shapes[pairwise_sq_dist_broadcast]"]


def pairwise_sq_dist_broadcast(x, y):
    return (x[None, :, :] - y[:, None, :]).square().sum(-1)
