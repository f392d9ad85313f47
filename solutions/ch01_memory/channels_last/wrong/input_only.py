"""Only x was converted: the weights have to be in channels_last too, or every call converts them anew."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_convert_module"]


def convert(module, x):
    return module, x.to(memory_format=torch.channels_last)
