"""Gradients that are returned, not accumulated: one loss, several, one for each sample."""

from collections.abc import Callable, Sequence

import torch
from torch import Tensor, nn


def grads_or_zero(loss: Tensor, params: Sequence[Tensor]) -> list[Tensor]:
    return gradients([loss], params)


def grads_of_weighted(losses: Sequence[Tensor], weights: Sequence[float], params: Sequence[Tensor]) -> list[Tensor]:
    live = [(loss, torch.full_like(loss, w)) for loss, w in zip(losses, weights, strict=True) if loss.requires_grad]
    if not live:
        return [torch.zeros_like(p) for p in params]
    outputs, seeds = zip(*live, strict=True)
    return gradients(outputs, params, seeds)


def grads_per_loss(losses: Tensor, params: Sequence[Tensor]) -> list[Tensor]:
    one_each = torch.eye(len(losses), dtype=losses.dtype)
    return gradients([losses], params, [one_each], losses.shape, is_grads_batched=True)


def per_sample_grads(
    model: nn.Module, loss_fn: Callable[[Tensor, Tensor], Tensor], X: Tensor, y: Tensor
) -> dict[str, Tensor]:
    params = {name: p for name, p in model.named_parameters() if p.requires_grad}
    grads = grads_per_loss(loss_fn(model(X), y), list(params.values()))
    return dict(zip(params, grads, strict=True))


def gradients(
    outputs: Sequence[Tensor],
    params: Sequence[Tensor],
    seeds: Sequence[Tensor] | None = None,
    batch: Sequence[int] = (),
    is_grads_batched: bool = False,
) -> list[Tensor]:
    """torch.autograd.grad, with zeros for what was not used: of p's shape behind that of the batch."""
    if not params:
        return []
    # materialize_grads would do but for a batch: its zeros lack the dimension of the batch.
    grads = torch.autograd.grad(outputs, params, seeds, is_grads_batched=is_grads_batched, allow_unused=True)
    return [p.new_zeros(*batch, *p.shape) if grad is None else grad for p, grad in zip(params, grads, strict=True)]
