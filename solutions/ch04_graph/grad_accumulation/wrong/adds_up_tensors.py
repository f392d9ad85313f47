"""You add up the losses as tensors: what you return still belongs to a graph. Take .item() of each."""

from reference import *

FAILS = ["test_example[mean]", "test_example[sum]", "test_loss"]


def accumulate(model, loss_fn, X, y, micro, reduction="mean"):
    model.zero_grad()
    total = 0.0
    for rows, targets in zip(X.split(micro), y.split(micro)):
        loss = loss_fn(model(rows), targets) * (len(rows) / len(X) if reduction == "mean" else 1)
        loss.backward()
        total = total + loss
    return total
