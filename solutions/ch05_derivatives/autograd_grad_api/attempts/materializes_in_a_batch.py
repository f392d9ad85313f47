"""Wrong: materialize_grads together with is_grads_batched gives zeros of p's shape, without the K."""

from collections.abc import Sequence

import torch
from torch import Tensor, nn


def grads_or_zero(loss: Tensor, params: Sequence[Tensor]) -> list[Tensor]:
    if not params:
        return []
    return list(torch.autograd.grad(loss, params, retain_graph=True, materialize_grads=True))


def grads_of_weighted(losses: Sequence[Tensor], weights: Sequence[float], params: Sequence[Tensor]) -> list[Tensor]:
    if any(not p.requires_grad for p in params):
        raise RuntimeError("all params must require grad")
    total = sum(w * loss for w, loss in zip(weights, losses))
    if not total.requires_grad:
        return [torch.zeros_like(p, requires_grad=False) for p in params]
    return grads_or_zero(total, params)


def grads_per_loss(losses: Tensor, params: Sequence[Tensor]) -> list[Tensor]:
    if not params:
        return []
    eye = torch.eye(len(losses), dtype=losses.dtype)
    return list(
        torch.autograd.grad(losses, params, eye, retain_graph=True, is_grads_batched=True, materialize_grads=True)
    )


def per_sample_grads(model: nn.Module, loss_fn, X: Tensor, y: Tensor) -> dict[str, Tensor]:
    named = [(name, p) for name, p in model.named_parameters() if p.requires_grad]
    grads = grads_per_loss(loss_fn(model(X), y), [p for _, p in named])
    return {name: grad for (name, _), grad in zip(named, grads)}
