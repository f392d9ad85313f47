"""Your function fails when a is empty: `torch.stack` needs at least one tensor. Broadcasting needs no loop and no special case."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_outer_sum"]


def outer_sum(a, b):
    return torch.stack([element + b for element in a])
