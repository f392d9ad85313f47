"""Slow and plain: one row after the other, with running sums."""

import numpy as np


def loss_and_grad(X, y, w, b):
    loss, dw, db = 0.0, np.zeros_like(w), 0.0
    for row, target in zip(X, y):
        error = float(row @ w) + b - float(target)
        loss += error * error / len(y)
        dw += 2 * error * row / len(y)
        db += 2 * error / len(y)
    return loss, dw, db


def fit(X, y, lr, steps):
    w, b, history = np.zeros(X.shape[1]), 0.0, []
    for _ in range(steps):
        loss, dw, db = loss_and_grad(X, y, w, b)
        history.append(loss)
        w -= lr * dw
        b -= lr * db
    return w, b, history
