"""The old way: .data, which autograd does not see. It works, and no_grad says the same more safely."""

import torch


def mse_loss(X, y, w, b):
    return ((X * w).sum(1) + b - y).pow(2).mean()


def sgd_step(params, lr):
    for p in params:
        if p.grad is None:
            continue
        p.data = p.data - lr * p.grad
        p.grad = None


def fit(X, y, lr, steps):
    w = torch.zeros(X.shape[1], dtype=X.dtype, requires_grad=True)
    b = torch.zeros((), dtype=X.dtype, requires_grad=True)
    history = []
    for _ in range(steps):
        loss = mse_loss(X, y, w, b)
        loss.backward()
        history.append(loss.item())
        sgd_step([w, b], lr)
    return w, b, history
