"""torch.where takes a boolean condition only; turn any other into one: nonzero is true."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_example_of_two", "test_select", "test_select_keeps_the_other_side_out"]


def select(cond, a, b):
    return torch.where(cond, a, b)
