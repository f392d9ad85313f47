"""You made y a column: (N,) minus (N, 1) broadcasts to (N, N), so every prediction meets every target."""

from reference import *  # noqa: F403

FAILS = ["test_example", "test_kinds_and_shapes", "test_loss"]


def loss_and_grad(X, y, w, b):
    residual = X @ w + b - y[:, None]
    return float((residual**2).mean()), 2 / len(y) * X.T @ residual, 2 * float(residual.mean())
