"""The mask is as wide as `size` says, not as the longest sequence; and looking at the longest makes a GPU wait."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_mask_values"]


def make_mask(lengths, size):
    return torch.arange(int(lengths.max()), device=lengths.device) < lengths[:, None]
