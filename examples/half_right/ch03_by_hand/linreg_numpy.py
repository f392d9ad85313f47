"""Linear regression in NumPy: loss, gradient derived by hand, gradient descent."""

import numpy as np


def loss_and_grad(X: np.ndarray, y: np.ndarray, w: np.ndarray, b: float) -> tuple[float, np.ndarray, float]:
    """Mean squared error of X @ w + b against y, and its gradient."""
    error = X @ w + b - y
    loss = (error**2).mean()
    dw = 2 * X.T @ error / len(y)
    db = 2 * error.mean()
    return float(loss), dw, float(db)


def fit(X: np.ndarray, y: np.ndarray, lr: float, steps: int) -> tuple[np.ndarray, float, list[float]]:
    """Gradient descent from w = 0, b = 0."""
    w = np.zeros(X.shape[1])
    b = 0.0
    history = []
    for _ in range(steps):
        loss, dw, db = loss_and_grad(X, y, w, b)
        history.append(loss)
        w = w - lr * dw
        b = b - lr * db
    return w, b, history
