"""You took the gradient for b after w had already moved; both updates must use the gradient at the old point."""

import numpy as np
from reference import *  # noqa: F403
from reference import loss_and_grad

FAILS = ["test_example_step", "test_steps"]


def fit(X, y, lr, steps):
    w, b, history = np.zeros(X.shape[1]), 0.0, []
    for _ in range(steps):
        loss, dw, _ = loss_and_grad(X, y, w, b)
        history.append(loss)
        w = w - lr * dw
        b = b - lr * loss_and_grad(X, y, w, b)[2]
    return w, b, history
