"""(N, 1) against (N,) broadcasts to (N, N): every prediction is pulled towards every target, that is to their mean."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_example_fit", "test_steps", "test_trains_any_model", "test_finds_the_line"]


def fit(model, X, y, lr, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    history = []
    for _ in range(steps):
        loss = (model(X) - y).square().mean()
        history.append(loss.item())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return history
