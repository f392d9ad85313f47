"""You averaged over the coordinates: a squared distance is the sum over them."""

from reference import *  # noqa: F403

FAILS = ["test_example[pairwise_sq_dist_broadcast]", "test_values[pairwise_sq_dist_broadcast]"]


def pairwise_sq_dist_broadcast(x, y):
    return (x[:, None, :] - y[None, :, :]).square().mean(-1)
