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
    """Leave in every p.grad of the model the gradient of loss_fn(model(X), y), running at most `micro` rows at a time.

    X: (N, ...), y: (N, ...), N >= 1; micro >= 1
    loss_fn(prediction, target) -> shape (); it takes the mean or the sum over the rows, as `reduction` says
    Gradients from before do not count. -> the loss of the whole batch, a Python float
    """
    raise NotImplementedError
