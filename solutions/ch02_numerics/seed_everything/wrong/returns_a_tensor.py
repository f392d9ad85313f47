"""You returned a tensor or array, or a list of their elements: a list of plain ints is asked, `tolist()` makes one."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_example_shuffled"]


def shuffled_indices(n, seed):
    return list(torch.randperm(n, generator=torch.Generator().manual_seed(seed)))
