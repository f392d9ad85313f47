"""You start from random numbers; fit starts from w = 0 and b = 0, so that everyone gets the same history."""

import numpy as np
from reference import *  # noqa: F403
from reference import loss_and_grad

FAILS = ["test_example_step", "test_steps"]


def fit(X, y, lr, steps):
    w, b, history = np.random.default_rng(0).normal(size=X.shape[1]), 0.0, []
    for _ in range(steps):
        loss, dw, db = loss_and_grad(X, y, w, b)
        history.append(loss)
        w, b = w - lr * dw, b - lr * db
    return w, b, history
