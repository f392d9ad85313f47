"""Wrong: a parameter that the loss does not reach keeps the gradient that it brought along."""

import torch
from torch import Tensor, nn


def accumulate(model: nn.Module, loss_fn, X: Tensor, y: Tensor, micro: int, reduction: str = "mean") -> float:
    params = [p for p in model.parameters() if p.requires_grad]
    fresh = [None] * len(params)
    total = 0.0
    for i in range(0, len(X), micro):
        xb, yb = X[i : i + micro], y[i : i + micro]
        loss = loss_fn(model(xb), yb)
        if reduction == "mean":
            loss = loss * len(xb) / len(X)
        for k, g in enumerate(torch.autograd.grad(loss, params, allow_unused=True)):
            if g is not None:
                fresh[k] = g if fresh[k] is None else fresh[k] + g
        total += loss.item()
    for p, g in zip(params, fresh):
        if g is not None:
            p.grad = g
    return total
