"""You filled the smaller tensors up with zeros: nothing is added here, the tensors follow one another."""

import torch
from reference import *  # noqa: F403
from torch.nn.functional import pad

FAILS = ["test_example_stack_ragged"]


def stack_ragged(ts, dim):
    right = max(t.shape[-1] for t in ts)
    return torch.stack([pad(t, (0, right - t.shape[-1])) for t in ts], dim)
