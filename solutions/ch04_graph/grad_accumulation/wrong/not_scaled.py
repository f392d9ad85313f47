"""Gradients add up: those of means must be weighted by each part's share of the rows before they are added."""

from reference import *

FAILS = [
    "test_example[mean]",
    "test_mean_of_even_parts",
    "test_mean_of_uneven_parts",
    "test_classes",
    "test_old_gradients_do_not_count",
]


def accumulate(model, loss_fn, X, y, micro, reduction="mean"):
    model.zero_grad()
    total = 0.0
    for rows, targets in zip(X.split(micro), y.split(micro)):
        loss = loss_fn(model(rows), targets)
        loss.backward()
        total += loss.item() * (len(rows) / len(X) if reduction == "mean" else 1)
    return total
