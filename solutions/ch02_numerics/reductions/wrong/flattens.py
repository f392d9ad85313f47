"""You took the mean over all elements: `axis` and `dim` say which one dimension goes away."""

import numpy as np
from reference import *  # noqa: F403

FAILS = [
    "test_example_means",
    "test_mean_np",
    "test_mean_t",
    "test_no_such_dimension[mean_np]",
    "test_no_such_dimension[mean_t]",
]


def mean_np(a, axis):
    return np.asarray(a.mean())


def mean_t(t, dim, keepdim=False):
    return (t if t.is_floating_point() else t.float()).mean()
