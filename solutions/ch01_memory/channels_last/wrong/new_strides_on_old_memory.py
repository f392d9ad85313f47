"""New strides on the old memory name other numbers: the elements have to be moved. `.to(memory_format=...)` does that."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_convert_module", "test_convert_output"]


def convert(module, x):
    for p in module.parameters():
        if p.dim() == 4:
            p.data = p.data.as_strided(p.shape, channels_last_strides(p.shape))  # noqa: F405
    return module, x.to(memory_format=torch.channels_last)
