"""You made everything float32: float64 loses half of its digits. Convert only what is not floating."""

import numpy as np
import reference
from reference import *  # noqa: F403

FAILS = [
    "test_example_means",
    "test_mean_np",
    "test_mean_of_one_number[mean_np]",
    "test_mean_of_one_number[mean_t]",
    "test_mean_t",
]


def mean_np(a, axis):
    return reference.mean_np(a.astype(np.float32), axis)


def mean_t(t, dim, keepdim=False):
    return t.float().mean(dim, keepdim=keepdim)
