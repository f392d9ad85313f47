"""With no elements and correction 1 you divided by -1, and the variance of nothing came out as 0: the divisor is never below 0."""

from reference import *  # noqa: F403
from reference import size

FAILS = ["test_var"]


def var(t, dim, correction):
    return (t - t.mean(dim, keepdim=True)).square().sum(dim) / (size(t, dim) - correction)
