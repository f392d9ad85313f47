"""Right: grad with allow_unused and zeros by hand, eye and is_grads_batched for several losses."""

from collections.abc import Callable, Sequence

import torch
from torch import Tensor, nn


def _check(params: Sequence[Tensor]) -> None:
    for p in params:
        if not p.requires_grad:
            raise RuntimeError("one of the params does not require grad")


def grads_or_zero(loss: Tensor, params: Sequence[Tensor]) -> list[Tensor]:
    if not params:
        return []
    grads = torch.autograd.grad(loss, params, retain_graph=True, allow_unused=True)
    return [torch.zeros_like(p, requires_grad=False) if g is None else g for p, g in zip(params, grads)]


def grads_of_weighted(losses: Sequence[Tensor], weights: Sequence[float], params: Sequence[Tensor]) -> list[Tensor]:
    _check(params)
    pairs = [(loss, torch.full_like(loss, w)) for loss, w in zip(losses, weights) if loss.requires_grad]
    if not params:
        return []
    if not pairs:
        return [torch.zeros_like(p, requires_grad=False) for p in params]
    kept, factors = zip(*pairs)
    grads = torch.autograd.grad(kept, params, factors, retain_graph=True, allow_unused=True)
    return [torch.zeros_like(p, requires_grad=False) if g is None else g for p, g in zip(params, grads)]


def grads_per_loss(losses: Tensor, params: Sequence[Tensor]) -> list[Tensor]:
    if not params:
        return []
    k = len(losses)
    eye = torch.eye(k, dtype=losses.dtype, device=losses.device)
    grads = torch.autograd.grad(losses, params, eye, retain_graph=True, allow_unused=True, is_grads_batched=True)
    return [p.new_zeros(k, *p.shape) if g is None else g for p, g in zip(params, grads)]


def per_sample_grads(
    model: nn.Module, loss_fn: Callable[[Tensor, Tensor], Tensor], X: Tensor, y: Tensor
) -> dict[str, Tensor]:
    named = {name: p for name, p in model.named_parameters() if p.requires_grad}
    return dict(zip(named, grads_per_loss(loss_fn(model(X), y), list(named.values()))))
