"""That is the outer product: the outer sum adds a[i] and b[j]."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_example_outer_sum"]


def outer_sum(a, b):
    return torch.outer(a, b)
