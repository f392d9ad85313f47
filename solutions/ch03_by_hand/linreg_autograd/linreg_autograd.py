"""Linear regression with tensors and autograd, without torch.nn and torch.optim."""

import torch
from torch import Tensor


def mse_loss(X: Tensor, y: Tensor, w: Tensor, b: Tensor) -> Tensor:
    return (X @ w + b - y).square().mean()


def sgd_step(params: list[Tensor], lr: float) -> None:
    # The update must not become part of the graph, and a leaf may be changed in place only outside it.
    with torch.no_grad():
        for p in params:
            if p.grad is not None:
                p -= lr * p.grad
                p.grad = None


def fit(X: Tensor, y: Tensor, lr: float, steps: int) -> tuple[Tensor, Tensor, list[float]]:
    w = torch.zeros(X.shape[1], dtype=X.dtype, device=X.device, requires_grad=True)
    b = torch.zeros((), dtype=X.dtype, device=X.device, requires_grad=True)
    history = []
    for _ in range(steps):
        loss = mse_loss(X, y, w, b)
        history.append(loss.item())
        loss.backward()
        sgd_step([w, b], lr)
    return w, b, history
