"""Right: assigns p.data, uses detach for the numbers, and sums row by row with einsum."""

import torch
from torch import Tensor


def _parameter(shape, like):
    p = torch.zeros(shape, dtype=like.dtype)
    p.requires_grad = True
    return p


def mse_loss(X: Tensor, y: Tensor, w: Tensor, b: Tensor) -> Tensor:
    N = X.shape[0]
    predictions = torch.einsum("nd,d->n", X, w) + b
    squares = torch.square(y - predictions)
    total = squares[0]
    for n in range(1, N):
        total = total + squares[n]
    return total / N


def sgd_step(params: list[Tensor], lr: float):
    for i in range(len(params)):
        gradient = params[i].grad
        if gradient is None:
            continue
        params[i].data = params[i].data - lr * gradient.data
        params[i].grad = None


def fit(X, y, lr, steps, history=None):
    history = [] if history is None else history
    w = _parameter((X.shape[1],), X)
    b = _parameter((), X)
    for _ in range(steps):
        loss = mse_loss(X, y, w, b)
        history.append(loss.detach().numpy().tolist())
        loss.backward()
        sgd_step(params=[w, b], lr=lr)
    return w, b, history
