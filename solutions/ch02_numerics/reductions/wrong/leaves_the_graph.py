"""You left the graph (`.numpy()`, `.data`, `torch.tensor(…)`): the values are right, and no gradient reaches the input."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_gradients[var]", "test_gradients[softmax]", "test_gradients[logsumexp]"]


def var(t, dim, correction):
    return reference.var(t.data, dim, correction)


def softmax(t, dim):
    return reference.softmax(t.data, dim)


def logsumexp(t, dim):
    return reference.logsumexp(t.data, dim)
