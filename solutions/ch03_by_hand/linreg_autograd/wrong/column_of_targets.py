"""You made y a column: (N,) minus (N, 1) broadcasts to (N, N), so every prediction meets every target."""

from reference import *  # noqa: F403

FAILS = ["test_example", "test_loss"]


def mse_loss(X, y, w, b):
    return (X @ w + b - y[:, None]).square().mean()
