"""Wrong: starts from zeros in the default dtype, so a float64 X meets float32 parameters."""

import torch
from torch import Tensor


def mse_loss(X: Tensor, y: Tensor, w: Tensor, b: Tensor) -> Tensor:
    return ((X @ w + b - y) ** 2).mean()


def sgd_step(params: list[Tensor], lr: float) -> None:
    with torch.no_grad():
        for p in params:
            if p.grad is not None:
                p -= lr * p.grad
                p.grad = None


def fit(X: Tensor, y: Tensor, lr: float, steps: int) -> tuple[Tensor, Tensor, list[float]]:
    w = torch.zeros(X.shape[1], requires_grad=True)
    b = torch.zeros((), requires_grad=True)
    history = []
    for _ in range(steps):
        loss = mse_loss(X, y, w, b)
        history.append(loss.item())
        loss.backward()
        sgd_step([w, b], lr)
    return w, b, history
