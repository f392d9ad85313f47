"""Your gradient points downhill: with the residual y - (Xw + b) the chain rule brings in a minus sign that is missing."""

from reference import *  # noqa: F403

FAILS = ["test_example", "test_gradient"]


def loss_and_grad(X, y, w, b):
    residual = y - (X @ w + b)
    return float((residual**2).mean()), 2 / len(y) * X.T @ residual, 2 * float(residual.mean())
