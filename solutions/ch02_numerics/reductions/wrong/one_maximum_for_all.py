"""You subtracted the largest value of the whole tensor: a row that lies far below it vanishes. Each row has its own maximum."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_large_values[softmax]", "test_large_values[logsumexp]"]


def softmax(t, dim):
    if t.numel() == 0 or t.isinf().any():
        return reference.softmax(t, dim)
    weights = (t - t.max()).exp()
    return weights / weights.sum(dim, keepdim=True)


def logsumexp(t, dim):
    if t.numel() == 0 or t.isinf().any():
        return reference.logsumexp(t, dim)
    return (t - t.max()).exp().sum(dim).log() + t.max()
