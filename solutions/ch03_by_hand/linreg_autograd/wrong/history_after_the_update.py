"""You wrote the loss down after the update; history[0] must be the loss of all zeros."""

import torch
from reference import *  # noqa: F403
from reference import mse_loss, sgd_step

FAILS = ["test_example_fit", "test_steps"]


def fit(X, y, lr, steps):
    w = torch.zeros(X.shape[1], dtype=X.dtype, requires_grad=True)
    b = torch.zeros((), dtype=X.dtype, requires_grad=True)
    history = []
    for _ in range(steps):
        mse_loss(X, y, w, b).backward()
        sgd_step([w, b], lr)
        history.append(mse_loss(X, y, w, b).item())
    return w, b, history
