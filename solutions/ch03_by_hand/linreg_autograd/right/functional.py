"""Another way: torch.autograd.grad, which returns the gradients and never touches .grad; zeros in place of None."""

import torch


def mse_loss(X, y, w, b):
    residual = torch.addmv(b.expand(len(y)), X, w) - y
    return residual.dot(residual) / residual.numel()


@torch.no_grad()
def sgd_step(params, lr):
    for p in params:
        if p.grad is not None:
            p.add_(p.grad, alpha=-lr)
            p.grad.zero_()


def fit(X, y, lr, steps):
    w = X.new_zeros(X.shape[1]).requires_grad_()
    b = X.new_zeros(()).requires_grad_()
    history = []
    for _ in range(steps):
        loss = mse_loss(X, y, w, b)
        history.append(float(loss.detach()))
        dw, db = torch.autograd.grad(loss, (w, b))
        with torch.no_grad():
            w.copy_(w - lr * dw)
            b.copy_(b - lr * db)
    return w, b, history
