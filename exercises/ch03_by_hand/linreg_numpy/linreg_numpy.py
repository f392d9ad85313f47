"""Linear regression in NumPy: loss, gradient derived by hand, gradient descent."""

import numpy as np


def loss_and_grad(X: np.ndarray, y: np.ndarray, w: np.ndarray, b: float) -> tuple[float, np.ndarray, float]:
    """Mean squared error of X @ w + b against y, and its gradient.

    X: (N, D), y: (N,), w: (D,), b: a number -> loss: float, dw: (D,), db: float
    """
    raise NotImplementedError


def fit(X: np.ndarray, y: np.ndarray, lr: float, steps: int) -> tuple[np.ndarray, float, list[float]]:
    """Gradient descent from w = 0, b = 0.

    X: (N, D), y: (N,) -> w: (D,), b: float, history: `steps` floats, the loss before each update
    """
    raise NotImplementedError
