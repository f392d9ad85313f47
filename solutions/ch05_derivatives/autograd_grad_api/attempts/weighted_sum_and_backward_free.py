"""Right: one weighted sum for several losses, materialize_grads where it is right, and zeros where it is not."""

import torch


def grads_or_zero(loss, params):
    params = list(params)
    if len(params) == 0:
        return []
    return list(torch.autograd.grad(loss.squeeze(), params, materialize_grads=True, retain_graph=True))


def grads_of_weighted(losses, weights, params):
    if any(not p.requires_grad for p in params):
        raise RuntimeError("params must require grad")
    total = sum(w * loss for w, loss in zip(weights, losses) if loss.grad_fn is not None or loss.requires_grad)
    if not torch.is_tensor(total):
        return [torch.zeros(p.shape, dtype=p.dtype) for p in params]
    return grads_or_zero(total, params)


def grads_per_loss(losses, params):
    if len(params) == 0:
        return []
    n = losses.numel()
    one_hot = torch.diag(torch.ones_like(losses.detach()))
    found = torch.autograd.grad(
        outputs=(losses,),
        inputs=tuple(params),
        grad_outputs=(one_hot,),
        is_grads_batched=True,
        allow_unused=True,
        retain_graph=True,
    )
    result = []
    for p, g in zip(params, found):
        if g is None:
            g = torch.zeros((n,) + tuple(p.shape), dtype=p.dtype)
        result.append(g.detach())
    return result


def per_sample_grads(model, loss_fn, X, y):
    names, params = [], []
    for name, p in model.named_parameters():
        if p.requires_grad:
            names.append(name)
            params.append(p)
    with torch.enable_grad():
        losses = loss_fn(model(X), y)
    return {name: g for name, g in zip(names, grads_per_loss(losses, params))}
