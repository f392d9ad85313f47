"""exp overflows above 88 in float32 and vanishes below -103: subtract the maximum of the row first."""

from reference import *  # noqa: F403

FAILS = ["test_example_softmax", "test_large_values[softmax]", "test_large_values[logsumexp]"]


def softmax(t, dim):
    return t.exp() / t.exp().sum(dim, keepdim=True)


def logsumexp(t, dim):
    return t.exp().sum(dim).log()
