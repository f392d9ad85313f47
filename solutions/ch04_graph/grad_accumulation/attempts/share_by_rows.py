"""Right: backward of each part's loss times its share of the rows."""

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
    for start in range(0, len(X), micro):
        x_part, y_part = X[start : start + micro], y[start : start + micro]
        loss = loss_fn(model(x_part), y_part)
        if reduction == "mean":
            loss = loss * (len(x_part) / len(X))
        loss.backward()
        total += loss.item()
    return total
