"""You add the gradient; it points uphill, so the step must subtract it."""

import numpy as np
from reference import *  # noqa: F403
from reference import loss_and_grad

FAILS = ["test_example_step", "test_steps", "test_finds_the_line", "test_loss_falls"]


def fit(X, y, lr, steps):
    w, b, history = np.zeros(X.shape[1]), 0.0, []
    for _ in range(steps):
        loss, dw, db = loss_and_grad(X, y, w, b)
        history.append(loss)
        w, b = w + lr * dw, b + lr * db
    return w, b, history
