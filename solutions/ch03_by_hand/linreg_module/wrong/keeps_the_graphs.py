"""Your history holds loss tensors; each keeps its whole graph alive. Write down `loss.item()`."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_history_kind"]


def fit(model, X, y, lr, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    history = []
    for _ in range(steps):
        loss = (model(X).squeeze(-1) - y).square().mean()
        history.append(loss)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return history
