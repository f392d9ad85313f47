"""You took out every write; only two of the five are illegal. The others save memory and do no harm."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_fixed_stays_in_place"]


def fixed_forward(x, w):
    h = x @ w + 1.0
    return (torch.sin(h) + torch.sigmoid(h) * 3.0) * (h * 0.5) - 1.0
