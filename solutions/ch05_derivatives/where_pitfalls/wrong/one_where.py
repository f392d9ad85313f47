"""One where is not enough: the branch not taken is computed at the bad point, and its gradient is 0 · ∞ = NaN. Replace its input first."""

import math

import torch
from reference import *  # noqa: F403

FAILS = [
    "test_example",
    "test_example_of_two",
    "test_sqrt",
    "test_sqrt_at_the_edge",
    "test_log_at_the_edge",
    "test_norm",
    "test_divide_by_zero",
]


def safe_sqrt(x):
    return torch.where(x <= 0, 0.0, x.sqrt())


def safe_log(x, floor):
    return torch.where(x < floor, math.log(floor), x.log())


def safe_norm(x, dim):
    return safe_sqrt(x.square().sum(dim))


def safe_divide(a, b):
    return torch.where(b == 0, 0.0, a / b)
