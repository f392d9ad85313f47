"""Your gradient is N times too large: the loss is a mean over the rows, so the gradient must be divided by N too."""

from reference import *  # noqa: F403

FAILS = ["test_example", "test_gradient"]


def loss_and_grad(X, y, w, b):
    residual = X @ w + b - y
    return float((residual**2).mean()), 2 * X.T @ residual, 2 * float(residual.sum())
