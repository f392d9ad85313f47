"""Wrong: when no loss in grads_of_weighted has a graph, it raises instead of giving zeros."""

from collections.abc import Sequence

import torch
from torch import Tensor, nn


def grads_or_zero(loss: Tensor, params: Sequence[Tensor]) -> list[Tensor]:
    if not params:
        return []
    return list(torch.autograd.grad(loss, params, retain_graph=True, materialize_grads=True))


def grads_of_weighted(losses: Sequence[Tensor], weights: Sequence[float], params: Sequence[Tensor]) -> list[Tensor]:
    total = sum(w * loss for w, loss in zip(weights, losses))
    return grads_or_zero(total, params)


def grads_per_loss(losses: Tensor, params: Sequence[Tensor]) -> list[Tensor]:
    if not params:
        return []
    k = len(losses)
    grads = torch.autograd.grad(
        losses, params, torch.eye(k, dtype=losses.dtype), retain_graph=True, allow_unused=True, is_grads_batched=True
    )
    return [p.new_zeros(k, *p.shape) if g is None else g for p, g in zip(params, grads)]


def per_sample_grads(model: nn.Module, loss_fn, X: Tensor, y: Tensor) -> dict[str, Tensor]:
    params = {name: p for name, p in model.named_parameters() if p.requires_grad}
    grads = grads_per_loss(loss_fn(model(X), y), list(params.values()))
    return dict(zip(params.keys(), grads))
