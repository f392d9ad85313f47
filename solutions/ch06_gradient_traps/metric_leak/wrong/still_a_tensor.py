"""You give a tensor; it should be a NumPy array."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_example_collect"]


@torch.no_grad()
def collect_predictions(model, loader):
    return torch.cat([model(x) for x in loader])
