"""You used Adam; the exercise asks for plain SGD, so that the numbers equal those of NumPy."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_example_fit", "test_steps", "test_trains_any_model"]


def fit(model, X, y, lr, steps):
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    history = []
    for _ in range(steps):
        loss = (model(X).squeeze(-1) - y).square().mean()
        history.append(loss.item())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return history
