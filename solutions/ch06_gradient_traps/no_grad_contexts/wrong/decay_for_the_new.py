"""You weigh the wrong side with decay: it is the share of the old average that stays, 0.999 and not 0.001."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_example_ema", "test_ema"]


@torch.no_grad()
def ema_update(ema, model, decay):
    for average, p in zip(ema.parameters(), model.parameters()):
        average.lerp_(p, decay)
    for copy, buffer in zip(ema.buffers(), model.buffers()):
        copy.copy_(buffer)
