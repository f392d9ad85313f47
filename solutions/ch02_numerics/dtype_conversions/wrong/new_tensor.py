"""`torch.tensor(t)` and `t.data` make a tensor without a history: no gradient reaches the original."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_to_float32_gradient"]


def to_float32(t):
    return t if t.dtype is torch.float32 else t.data.float()
