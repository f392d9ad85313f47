"""You never clear .grad: backward() adds, so each step is made with the sum of all gradients so far."""

import torch
from reference import *  # noqa: F403
from reference import mse_loss

FAILS = ["test_step_clears_gradients", "test_steps", "test_finds_the_line"]


def sgd_step(params, lr):
    with torch.no_grad():
        for p in params:
            if p.grad is not None:
                p -= lr * p.grad


def fit(X, y, lr, steps):
    w = torch.zeros(X.shape[1], dtype=X.dtype, requires_grad=True)
    b = torch.zeros((), dtype=X.dtype, requires_grad=True)
    history = []
    for _ in range(steps):
        loss = mse_loss(X, y, w, b)
        history.append(loss.item())
        loss.backward()
        sgd_step([w, b], lr)
    return w, b, history
