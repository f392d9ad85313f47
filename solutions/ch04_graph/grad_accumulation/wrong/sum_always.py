"""You scale by the share of the rows whatever the reduction: sums add up as they are."""

from reference import *

FAILS = ["test_example[sum]", "test_sum", "test_loss"]


def accumulate(model, loss_fn, X, y, micro, reduction="mean"):
    model.zero_grad()
    total = 0.0
    for rows, targets in zip(X.split(micro), y.split(micro)):
        loss = loss_fn(model(rows), targets) * (len(rows) / len(X))
        loss.backward()
        total += loss.item()
    return total
