"""You filled the mask row by row: one comparison of (size,) with (B, 1) does all rows at once."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_mask_is_vectorised"]


def make_mask(lengths, size):
    mask = torch.zeros(len(lengths), size, dtype=torch.bool, device=lengths.device)
    for i in range(len(lengths)):
        mask[i] = torch.arange(size, device=lengths.device) < lengths[i]
    return mask
