"""Linear regression in NumPy: loss, gradient derived by hand, gradient descent."""

import numpy as np


def loss_and_grad(X: np.ndarray, y: np.ndarray, w: np.ndarray, b: float) -> tuple[float, np.ndarray, float]:
    residual = X @ w + b - y
    # d(e²) = 2 e de, and de is X[n] for w and 1 for b; the mean puts 1/N in front of both.
    dw = 2 / len(y) * (X.T @ residual)
    db = 2 * float(np.mean(residual))
    return float(np.mean(residual**2)), dw, db


def fit(X: np.ndarray, y: np.ndarray, lr: float, steps: int) -> tuple[np.ndarray, float, list[float]]:
    w, b = np.zeros(X.shape[1]), 0.0
    history = []
    for _ in range(steps):
        loss, dw, db = loss_and_grad(X, y, w, b)
        history.append(loss)
        w, b = w - lr * dw, b - lr * db
    return w, b, history
