"""torch.device("cuda") and torch.device("cuda:0") are not equal: a device without an index stands for index 0."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_example_same_device"]


def same_device(a, b):
    return torch.device(a) == torch.device(b)
