"""You call zero_grad() between backward() and step(): it throws away what backward() has just found, and nothing moves."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_example_fit", "test_steps", "test_trains_any_model", "test_finds_the_line"]


def fit(model, X, y, lr, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    history = []
    for _ in range(steps):
        loss = (model(X).squeeze(-1) - y).square().mean()
        history.append(loss.item())
        loss.backward()
        optimizer.zero_grad()
        optimizer.step()
    return history
