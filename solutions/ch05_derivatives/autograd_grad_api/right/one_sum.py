"""One weighted sum for several losses, a dummy that touches every parameter, and vmap written out as a product."""

import torch


def _touch(params):
    """Zero, with a graph to every parameter; an infinity in one of them does not matter."""
    return sum((p * 0).sum() if p.isfinite().all() else p.flatten()[:0].sum() for p in params)


def grads_or_zero(loss, params):
    if len(params) == 0:
        return []
    return [*torch.autograd.grad(loss, tuple(params), materialize_grads=True)]


def grads_of_weighted(losses, weights, params):
    if len(params) == 0:
        return []
    total = sum(w * loss for w, loss in zip(weights, losses))
    if not total.requires_grad:
        return [torch.zeros_like(p) for p in params]
    return grads_or_zero(total, params)


def grads_per_loss(losses, params):
    if len(params) == 0:
        return []
    used = losses + _touch(params)
    return list(torch.autograd.grad(used, list(params), torch.eye(len(used)).to(used), is_grads_batched=True))


def per_sample_grads(model, loss_fn, X, y):
    losses = loss_fn(model(X), y)
    names, params = zip(*[(name, p) for name, p in model.named_parameters() if p.requires_grad])
    return {name: grad for name, grad in zip(names, grads_per_loss(losses, params))}
