"""You changed the shape to (N, H, W, C): channels_last keeps the shape and changes the strides."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_example_convert"]


def convert(module, x):
    return module.to(memory_format=torch.channels_last), x.permute(0, 2, 3, 1).contiguous()
