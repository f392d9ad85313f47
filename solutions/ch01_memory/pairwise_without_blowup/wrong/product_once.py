"""You took x·y once: |x - y|² = |x|² - 2 x·y + |y|², with a factor of 2."""

from reference import *  # noqa: F403

FAILS = ["test_values[pairwise_sq_dist_lowmem]"]


def pairwise_sq_dist_lowmem(x, y):
    return (x.square().sum(1)[:, None] - x @ y.T + y.square().sum(1)[None, :]).clamp(min=0)
