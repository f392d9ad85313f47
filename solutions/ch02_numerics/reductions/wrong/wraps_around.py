"""`dim % t.dim()` turns a dimension that does not exist into one that does: check the range first."""

import reference
from reference import *  # noqa: F403

FAILS = [
    "test_no_such_dimension[mean_np]",
    "test_no_such_dimension[mean_t]",
    "test_no_such_dimension[var]",
    "test_no_such_dimension[softmax]",
    "test_no_such_dimension[logsumexp]",
]


def mean_np(a, axis):
    return reference.mean_np(a, axis % max(a.ndim, 1))


def mean_t(t, dim, keepdim=False):
    return reference.mean_t(t, dim % max(t.dim(), 1), keepdim)


def var(t, dim, correction):
    return reference.var(t, dim % max(t.dim(), 1), correction)


def softmax(t, dim):
    return reference.softmax(t, dim % max(t.dim(), 1))


def logsumexp(t, dim):
    return reference.logsumexp(t, dim % max(t.dim(), 1))
