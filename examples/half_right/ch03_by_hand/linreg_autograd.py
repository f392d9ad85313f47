"""Linear regression with tensors and autograd, without torch.nn and torch.optim."""

import torch
from torch import Tensor


def mse_loss(X: Tensor, y: Tensor, w: Tensor, b: Tensor) -> Tensor:
    """Mean squared error of X @ w + b against y, differentiable."""
    return ((X @ w + b - y) ** 2).mean()


def sgd_step(params: list[Tensor], lr: float) -> None:
    """p ← p − lr · p.grad for every parameter that has a gradient."""
    with torch.no_grad():
        for p in params:
            if p.grad is not None:
                p -= lr * p.grad


def fit(X: Tensor, y: Tensor, lr: float, steps: int) -> tuple[Tensor, Tensor, list[float]]:
    """Gradient descent from w = 0, b = 0."""
    w = torch.zeros(X.shape[1], dtype=X.dtype, requires_grad=True)
    b = torch.zeros((), dtype=X.dtype, requires_grad=True)
    history = []
    for _ in range(steps):
        loss = mse_loss(X, y, w, b)
        history.append(loss.item())
        loss.backward()
        sgd_step([w, b], lr)
    return w, b, history
