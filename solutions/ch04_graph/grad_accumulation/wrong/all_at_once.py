"""Right numbers, but the whole batch goes through the model at once: that is the memory you have not got."""

from reference import *

FAILS = ["test_rows"]


def accumulate(model, loss_fn, X, y, micro, reduction="mean"):
    model.zero_grad()
    loss = loss_fn(model(X), y)
    loss.backward()
    return loss.item()
