"""You clear the gradients for every part: only those of the last one are left."""

from reference import *

FAILS = [
    "test_example[mean]",
    "test_example[sum]",
    "test_mean_of_even_parts",
    "test_mean_of_uneven_parts",
    "test_sum",
    "test_classes",
    "test_old_gradients_do_not_count",
]


def accumulate(model, loss_fn, X, y, micro, reduction="mean"):
    total = 0.0
    for rows, targets in zip(X.split(micro), y.split(micro)):
        loss = loss_fn(model(rows), targets) * (len(rows) / len(X) if reduction == "mean" else 1)
        model.zero_grad()
        loss.backward()
        total += loss.item()
    return total
