"""Your loss has the right value and no history: `.item()` (or `.detach()`, or a new `torch.tensor`) cut it off from w and b."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_example", "test_loss_gradients"]


def mse_loss(X, y, w, b):
    residual = X @ w + b - y
    return torch.tensor(residual.square().mean().item(), dtype=X.dtype)
