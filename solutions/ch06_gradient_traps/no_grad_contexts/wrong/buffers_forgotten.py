"""You average the parameters only: batch norm's running statistics stay those of the start, and ema predicts nonsense."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_example_ema", "test_ema"]


@torch.no_grad()
def ema_update(ema, model, decay):
    for average, p in zip(ema.parameters(), model.parameters()):
        average.mul_(decay).add_(p, alpha=1 - decay)
