"""Targets may lie between 0 and 1: both terms count then, each with its weight."""

import torch
from reference import *  # noqa: F403
from torch.nn import functional as F

FAILS = ["test_bce_values"]


def stable_bce_with_logits(x, y):
    return torch.where(y > 0.5, F.softplus(-x), F.softplus(x)).mean()
