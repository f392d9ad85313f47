"""You join after every batch: the first predictions are copied again and again. Collect them in a list and join once."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_collect_joins_once"]


@torch.no_grad()
def collect_predictions(model, loader):
    out = None
    for x in loader:
        y = model(x)
        out = y if out is None else torch.cat([out, y])
    return out.numpy()
