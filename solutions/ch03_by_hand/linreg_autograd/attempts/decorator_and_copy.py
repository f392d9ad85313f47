"""Right: the no_grad decorator, copy_ into the leaf, zeros for the gradient, the loss as a dot product."""

import torch


def mse_loss(X, y, w, b):
    residual = torch.mv(X, w).add(b).sub(y)
    return residual.dot(residual) / len(y)


@torch.no_grad()
def sgd_step(params, lr):
    for p in filter(lambda p: p.grad is not None, params):
        p.copy_(p - lr * p.grad)
        p.grad = torch.zeros_like(p)


def fit(X, y, lr, steps):
    w = X.new_zeros(X.size(1)).requires_grad_()
    b = X.new_zeros(()).requires_grad_()
    history = [0.0] * steps
    for k in range(steps):
        loss = mse_loss(X, y, w, b)
        loss.backward()
        history[k] = float(loss)
        sgd_step([w, b], lr)
    return w, b, history
