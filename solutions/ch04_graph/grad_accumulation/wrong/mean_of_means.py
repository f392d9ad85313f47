"""You average the parts' means: the smaller last part then counts as much as the others. Weight each part by its share of the rows."""

from reference import *

FAILS = ["test_example[mean]", "test_mean_of_uneven_parts", "test_classes", "test_loss"]


def accumulate(model, loss_fn, X, y, micro, reduction="mean"):
    model.zero_grad()
    parts, total = list(zip(X.split(micro), y.split(micro))), 0.0
    for rows, targets in parts:
        loss = loss_fn(model(rows), targets)
        if reduction == "mean":
            loss = loss / len(parts)
        loss.backward()
        total += loss.item()
    return total
