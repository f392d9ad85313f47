"""Another way: b is the weight of a column of ones, and the whole gradient comes from the normal equations."""

import numpy as np


def _normal_equations(X, y):
    """Z'Z / N, Z'y / N and y'y / N for Z = [X, 1]: the loss is v'Av - 2 c'v + r for v = [w, b]."""
    Z = np.concatenate([X, np.ones((len(y), 1))], axis=1)
    return Z.T @ Z / len(y), Z.T @ y / len(y), y @ y / len(y)


def loss_and_grad(X, y, w, b):
    A, c, r = _normal_equations(X, y)
    v = np.append(w, b)
    gradient = 2 * (A @ v - c)
    return float(v @ A @ v - 2 * c @ v + r), gradient[:-1], float(gradient[-1])


def fit(X, y, lr, steps):
    A, c, r = _normal_equations(X, y)
    v, history = np.zeros(X.shape[1] + 1), []
    for _ in range(steps):
        history.append(float(v @ A @ v - 2 * c @ v + r))
        v = v - lr * 2 * (A @ v - c)
    return v[:-1], float(v[-1]), history
