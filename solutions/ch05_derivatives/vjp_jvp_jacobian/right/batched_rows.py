"""All rows of the Jacobian in one batched backward, and the Hessian's product as the gradient of ∇f · v."""

import torch


def _start(f, x):
    x = x.detach().clone().requires_grad_(True)
    return x, f(x)


def _grad(y, x, v, **options):
    if y.grad_fn is None:
        return torch.zeros_like(x)
    (g,) = torch.autograd.grad([y], [x], [v], allow_unused=True, **options)
    return torch.zeros_like(x) if g is None else g


def vjp(f, x, v):
    x, y = _start(f, x)
    return _grad(y, x, v)


def jvp(f, x, u):
    if u.shape != x.shape:
        raise RuntimeError("u must have x's shape")
    x, y = _start(f, x)
    w = torch.ones_like(y, requires_grad=True)
    g = _grad(y, x, w, create_graph=True)
    return _grad((g * u).sum(), w, torch.ones((), dtype=x.dtype))


def jacobian(f, x):
    x, y = _start(f, x)
    shape = (*y.shape, *x.shape)
    if y.grad_fn is None or y.numel() == 0:
        return x.new_zeros(shape)
    seeds = torch.eye(y.numel(), dtype=x.dtype).reshape(y.numel(), *y.shape)
    (rows,) = torch.autograd.grad(y, x, seeds, is_grads_batched=True, allow_unused=True)
    return x.new_zeros(shape) if rows is None else rows.reshape(shape)


def hvp(f, x, v):
    if v.shape != x.shape:
        raise RuntimeError("v must have x's shape")
    x, y = _start(f, x)
    g = _grad(y, x, torch.ones_like(y), create_graph=True)
    if not g.requires_grad:
        return torch.zeros_like(x)
    return _grad((g * v).sum(), x, torch.ones_like(y))
