"""You converted a copy of the module: an optimizer holds the parameters of the original. `module.to` converts in place."""

import copy

import torch
from reference import *  # noqa: F403

FAILS = ["test_convert_module"]


def convert(module, x):
    return copy.deepcopy(module).to(memory_format=torch.channels_last), x.to(memory_format=torch.channels_last)
