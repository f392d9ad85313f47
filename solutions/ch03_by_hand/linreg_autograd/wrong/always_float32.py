"""Your parameters are float32 whatever X is; make them in the dtype of X."""

import torch
from reference import *  # noqa: F403
from reference import mse_loss, sgd_step

FAILS = ["test_result_kinds", "test_steps", "test_finds_the_line"]


def fit(X, y, lr, steps):
    w = torch.zeros(X.shape[1], requires_grad=True)
    b = torch.zeros((), requires_grad=True)
    history = []
    for _ in range(steps):
        loss = mse_loss(X, y, w, b)
        history.append(loss.item())
        loss.backward()
        sgd_step([w, b], lr)
    return w, b, history
