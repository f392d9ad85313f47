"""Where all values are -inf, so is the maximum, and -inf - (-inf) is nan; the same with +inf. Subtract 0 where the maximum is infinite."""

from reference import *  # noqa: F403
from reference import size

FAILS = ["test_infinite_values[logsumexp]"]


def logsumexp(t, dim):
    if size(t, dim) == 0:
        return t.exp().sum(dim).log()
    top = t.amax(dim, keepdim=True)
    return (t - top).exp().sum(dim).log() + top.squeeze(dim)
