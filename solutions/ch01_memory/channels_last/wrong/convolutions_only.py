"""Other layers have 4-d parameters too, a ConvTranspose2d for one: go by the number of dimensions, not by the class."""

import torch
from reference import *  # noqa: F403
from torch import nn

FAILS = ["test_convert_module"]


def convert(module, x):
    for part in module.modules():
        if isinstance(part, nn.Conv2d):
            part.to(memory_format=torch.channels_last)
    return module, x.to(memory_format=torch.channels_last)
