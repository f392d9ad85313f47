"""You add the floor to x: that moves every logarithm. Below the floor the floor replaces x, above it x stays as it is."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_example", "test_log", "test_log_at_the_edge"]


def safe_log(x, floor):
    return (torch.relu(x) + floor).log()
