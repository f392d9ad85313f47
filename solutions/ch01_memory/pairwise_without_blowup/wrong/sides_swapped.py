"""You took b where cond is true: `masked_blend` gives a there, and b elsewhere."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_example_blend"]


def masked_blend(cond, a, b):
    return torch.where(cond, b, a)
