"""You summed over the last dimension always: `dim` says over which one."""

import reference
from reference import *  # noqa: F403

FAILS = [
    "test_values[softmax]",
    "test_values[logsumexp]",
    "test_no_such_dimension[softmax]",
    "test_no_such_dimension[logsumexp]",
]


def softmax(t, dim):
    return reference.softmax(t, -1)


def logsumexp(t, dim):
    return reference.logsumexp(t, -1)
