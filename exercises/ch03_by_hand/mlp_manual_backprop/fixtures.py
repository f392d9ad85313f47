"""The training loop that your parts go into."""

from collections.abc import Callable
from typing import Any

import numpy as np

LossFunction = Callable[[np.ndarray, np.ndarray], tuple[float, np.ndarray]]


def train(
    model: Any, loss_fn: LossFunction, X: np.ndarray, y: np.ndarray, epochs: int = 20, batch: int = 32, lr: float = 0.1
) -> list[float]:
    """Mini-batch gradient descent in a fixed shuffled order.

    X: (N, n_in), y: (N,) -> mean loss of each epoch
    """
    order, curve = np.random.default_rng(0), []
    for _ in range(epochs):
        losses = []
        for rows in np.array_split(order.permutation(len(y)), -(-len(y) // batch)):
            loss, dlogits = loss_fn(model.forward(X[rows]), y[rows])
            model.backward(dlogits)
            model.step(lr)
            losses.append(float(loss))
        curve.append(float(np.mean(losses)))
    return curve
