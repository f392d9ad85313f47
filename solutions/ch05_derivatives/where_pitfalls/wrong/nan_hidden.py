"""For NaN the comparison x > 0 is False, so you turn NaN into a harmless number. The fault upstream then stays unseen."""

import math

import torch
from reference import *  # noqa: F403

FAILS = ["test_sqrt_at_the_edge", "test_log_at_the_edge"]


def safe_sqrt(x):
    good = x > 0
    return torch.where(good, torch.where(good, x, 1.0).sqrt(), 0.0)


def safe_log(x, floor):
    good = x > floor
    return torch.where(good, torch.where(good, x, 1.0).log(), math.log(floor))
