"""Right: residuals, X.T @ r * 2 / N and 2 * mean(r)."""

import numpy as np


def loss_and_grad(X: np.ndarray, y: np.ndarray, w: np.ndarray, b: float) -> tuple[float, np.ndarray, float]:
    r = X @ w + b - y
    n = len(y)
    return float(np.mean(r**2)), 2 / n * (X.T @ r), float(2 / n * r.sum())


def fit(X: np.ndarray, y: np.ndarray, lr: float, steps: int) -> tuple[np.ndarray, float, list[float]]:
    w = np.zeros(X.shape[1])
    b = 0.0
    history = []
    for _ in range(steps):
        loss, dw, db = loss_and_grad(X, y, w, b)
        history.append(loss)
        w = w - lr * dw
        b = b - lr * db
    return w, b, history
