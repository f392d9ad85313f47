"""Gradients that are returned, not accumulated: one loss, several, one for each sample."""

from collections.abc import Callable, Sequence

from torch import Tensor, nn


def grads_or_zero(loss: Tensor, params: Sequence[Tensor]) -> list[Tensor]:
    """The gradient of loss with respect to each of params, of its shape; zeros for one that was not used."""
    raise NotImplementedError


def grads_of_weighted(losses: Sequence[Tensor], weights: Sequence[float], params: Sequence[Tensor]) -> list[Tensor]:
    """The gradient of Σ weights[i] · losses[i] with respect to each of params, in one pass through the graph."""
    raise NotImplementedError


def grads_per_loss(losses: Tensor, params: Sequence[Tensor]) -> list[Tensor]:
    """losses: (K,) -> for each of params the gradients of all losses, (K, *shape), without a loop."""
    raise NotImplementedError


def per_sample_grads(
    model: nn.Module, loss_fn: Callable[[Tensor, Tensor], Tensor], X: Tensor, y: Tensor
) -> dict[str, Tensor]:
    """The gradient of each sample's loss: {name: (N, *shape)} for the parameters that require grad, without a loop.

    loss_fn(model(X), y): (N,)
    """
    raise NotImplementedError
