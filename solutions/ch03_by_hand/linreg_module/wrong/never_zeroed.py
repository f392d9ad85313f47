"""You never call zero_grad(): backward() adds, so each step is made with the sum of all gradients so far."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_steps", "test_trains_any_model", "test_old_gradients_do_not_count", "test_finds_the_line"]


def fit(model, X, y, lr, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    history = []
    for _ in range(steps):
        loss = (model(X).squeeze(-1) - y).square().mean()
        history.append(loss.item())
        loss.backward()
        optimizer.step()
    return history
