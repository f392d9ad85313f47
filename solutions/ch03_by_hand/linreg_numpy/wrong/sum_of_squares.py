"""You summed the squared residuals; the loss is their mean."""

from reference import *  # noqa: F403

FAILS = ["test_example", "test_loss"]


def loss_and_grad(X, y, w, b):
    residual = X @ w + b - y
    return float((residual**2).sum()), 2 / len(y) * X.T @ residual, 2 * float(residual.mean())
