"""You added |x|² along the columns: it belongs to row i, so it needs a new axis behind it, (N, 1)."""

from reference import *  # noqa: F403

FAILS = ["test_example[pairwise_sq_dist_lowmem]", "test_shapes[pairwise_sq_dist_lowmem]"]


def pairwise_sq_dist_lowmem(x, y):
    return (x.square().sum(1) - 2 * (x @ y.T) + y.square().sum(1)[None, :]).clamp(min=0)
