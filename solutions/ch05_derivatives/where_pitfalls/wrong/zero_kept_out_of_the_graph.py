"""You compute with the values that are good and detach the rest: then no gradient flows at all where it should."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_example", "test_norm"]


def safe_norm(x, dim):
    total = x.square().sum(dim)
    bad = total <= 0
    return torch.where(bad, 0.0, torch.where(bad, 1.0, total).detach().sqrt())
