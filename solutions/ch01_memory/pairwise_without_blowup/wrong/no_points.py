"""Your function fails when there is no point: `torch.stack` and `torch.cat` need at least one tensor, and N or M may be 0."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_shapes[pairwise_sq_dist_lowmem]"]


def pairwise_sq_dist_lowmem(x, y):
    return torch.stack([(row - y).square().sum(-1) for row in x])
