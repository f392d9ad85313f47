"""You summed the squared residuals; the loss is their mean."""

from reference import *  # noqa: F403

FAILS = ["test_example", "test_loss"]


def mse_loss(X, y, w, b):
    return (X @ w + b - y).square().sum()
