"""A sequence of length n has the places 0 to n - 1: `j < n`, not `j <= n`."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_example_mask"]


def make_mask(lengths, size):
    return torch.arange(size, device=lengths.device) <= lengths[:, None]
