"""cuda:0 and cuda:1 are two devices: the index counts as well as the type."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_same_device"]


def same_device(a, b):
    return torch.device(a).type == torch.device(b).type
