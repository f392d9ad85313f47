"""You returned a tensor or array, or a list of their elements: it should be a list of plain ints, which `tolist()` makes."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_example_shuffled"]


def shuffled_indices(n, seed):
    return list(torch.randperm(n, generator=torch.Generator().manual_seed(seed)))
