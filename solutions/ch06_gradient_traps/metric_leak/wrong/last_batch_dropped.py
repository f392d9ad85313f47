"""You make room for batches of the first one's size; the last batch may be smaller, and is taken too."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_collect_values", "test_collect_leaves_the_mode"]


@torch.no_grad()
def collect_predictions(model, loader):
    outputs = [model(x) for x in loader]
    return torch.cat([y for y in outputs if len(y) == len(outputs[0])]).numpy()
