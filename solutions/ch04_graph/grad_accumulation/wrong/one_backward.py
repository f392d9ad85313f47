"""You add up the losses and go back once: until then the graphs of all parts are in memory, as if the batch had gone through at once."""

from reference import *

FAILS = ["test_memory"]


def accumulate(model, loss_fn, X, y, micro, reduction="mean"):
    model.zero_grad()
    total = 0.0
    for rows, targets in zip(X.split(micro), y.split(micro)):
        total = total + loss_fn(model(rows), targets) * (len(rows) / len(X) if reduction == "mean" else 1)
    total.backward()
    return total.item()
