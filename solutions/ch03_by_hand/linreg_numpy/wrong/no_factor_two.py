"""Your gradient is half of the right one: the derivative of e² is 2e, and this loss has no ½ in front to cancel the 2."""

from reference import *  # noqa: F403

FAILS = ["test_example", "test_gradient"]


def loss_and_grad(X, y, w, b):
    residual = X @ w + b - y
    return float((residual**2).mean()), X.T @ residual / len(y), float(residual.mean())
