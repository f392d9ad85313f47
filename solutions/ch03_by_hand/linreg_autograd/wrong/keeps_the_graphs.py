"""Your history holds loss tensors; each keeps its whole graph alive. Write down `loss.item()`."""

import torch
from reference import *  # noqa: F403
from reference import mse_loss, sgd_step

FAILS = ["test_result_kinds"]


def fit(X, y, lr, steps):
    w = torch.zeros(X.shape[1], dtype=X.dtype, requires_grad=True)
    b = torch.zeros((), dtype=X.dtype, requires_grad=True)
    history = []
    for _ in range(steps):
        loss = mse_loss(X, y, w, b)
        history.append(loss)
        loss.backward()
        sgd_step([w, b], lr)
    return w, b, history
