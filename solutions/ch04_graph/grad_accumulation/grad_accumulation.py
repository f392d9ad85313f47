"""The gradient of a large batch, in the memory of a small one."""

from collections.abc import Callable

from torch import Tensor, nn


def accumulate(
    model: nn.Module,
    loss_fn: Callable[[Tensor, Tensor], Tensor],
    X: Tensor,
    y: Tensor,
    micro: int,
    reduction: str = "mean",
) -> float:
    model.zero_grad()
    total = 0.0
    for rows, targets in zip(X.split(micro), y.split(micro), strict=True):
        loss = loss_fn(model(rows), targets)
        if reduction == "mean":
            loss = loss * (len(rows) / len(X))
        loss.backward()
        total += loss.item()
    return total
