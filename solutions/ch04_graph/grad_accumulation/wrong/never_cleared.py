"""backward adds to what is in .grad already: clear the gradients that the model brings along, once, before the first part."""

from reference import *

FAILS = ["test_old_gradients_do_not_count"]


def accumulate(model, loss_fn, X, y, micro, reduction="mean"):
    total = 0.0
    for rows, targets in zip(X.split(micro), y.split(micro)):
        loss = loss_fn(model(rows), targets) * (len(rows) / len(X) if reduction == "mean" else 1)
        loss.backward()
        total += loss.item()
    return total
