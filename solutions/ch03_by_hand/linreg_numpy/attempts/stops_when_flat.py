"""Wrong: stops early when the gradient is nearly zero, so history can be shorter than steps."""

import numpy as np


def loss_and_grad(X, y, w, b):
    N, D = X.shape
    loss = 0.0
    dw = np.zeros(D)
    db = 0.0
    for n in range(N):
        error = b - y[n]
        for d in range(D):
            error += X[n, d] * w[d]
        loss += error * error / N
        for d in range(D):
            dw[d] += 2 * error * X[n, d] / N
        db += 2 * error / N
    return loss, dw, db


def fit(X, y, lr, steps):
    history = []
    w, b = np.zeros(X.shape[1]), 0.0
    while len(history) < steps:
        loss, dw, db = loss_and_grad(X, y, w, b)
        w, b = w - lr * dw, b - lr * db
        history += [loss]
        if abs(db) + np.abs(dw).sum() < 1e-6:
            break
    return w, b, history
