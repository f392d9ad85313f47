"""You clear the gradients after each step; what the model brought along still enters the first one. Clear before backward()."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_old_gradients_do_not_count"]


def fit(model, X, y, lr, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    history = []
    for _ in range(steps):
        loss = (model(X).squeeze(-1) - y).square().mean()
        history.append(loss.item())
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    return history
