"""You wrote the loss down after the update; history[0] must be the loss of all zeros."""

import numpy as np
from reference import *  # noqa: F403
from reference import loss_and_grad

FAILS = ["test_example_step", "test_steps"]


def fit(X, y, lr, steps):
    w, b, history = np.zeros(X.shape[1]), 0.0, []
    for _ in range(steps):
        _, dw, db = loss_and_grad(X, y, w, b)
        w, b = w - lr * dw, b - lr * db
        history.append(loss_and_grad(X, y, w, b)[0])
    return w, b, history
