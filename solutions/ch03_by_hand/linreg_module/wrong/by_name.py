"""You train `model.weight` and `model.bias`; another model has other names. Hand `model.parameters()` to the optimizer."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_trains_any_model"]


def fit(model, X, y, lr, steps):
    optimizer = torch.optim.SGD([model.weight, model.bias], lr=lr)
    history = []
    for _ in range(steps):
        loss = (model(X).squeeze(-1) - y).square().mean()
        history.append(loss.item())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return history
