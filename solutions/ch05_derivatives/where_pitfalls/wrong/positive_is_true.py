"""You take the condition as true where it is positive; nonzero is true, negative numbers too."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_select", "test_select_keeps_the_other_side_out"]


def select(cond, a, b):
    return torch.where(cond > 0, a, b)
