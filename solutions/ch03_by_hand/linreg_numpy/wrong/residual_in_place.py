"""`y -= ...` writes the residual into the caller's array: the next step then fits a target that is no longer there."""

from reference import *  # noqa: F403

FAILS = ["test_example", "test_kinds_and_shapes", "test_loss", "test_arguments_unchanged"]


def loss_and_grad(X, y, w, b):
    y -= X @ w + b
    return float((y**2).mean()), -2 / len(y) * X.T @ y, -2 * float(y.mean())
