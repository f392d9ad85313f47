"""Right: products as sums y * v, batched rows for the Jacobian, and shapes checked by hand."""

import torch


def same_shape(a, b):
    if a.shape != b.shape:
        raise RuntimeError(f"expected {tuple(a.shape)}, got {tuple(b.shape)}")


def start(f, x):
    x = x.detach().clone()
    x.requires_grad = True
    return x, f(x)


def gradient(scalar, x, create_graph=False):
    if scalar.grad_fn is None and not scalar.requires_grad:
        return None
    return torch.autograd.grad(scalar, x, create_graph=create_graph, allow_unused=True)[0]


def vjp(f, x, v):
    x, y = start(f, x)
    same_shape(y, v)
    g = gradient((y * v.detach()).sum(), x)
    return torch.zeros_like(x, requires_grad=False) if g is None else g


def jvp(f, x, u):
    x, y = start(f, x)
    same_shape(x, u)
    v = torch.ones_like(y).detach().requires_grad_(True)
    g = gradient((y * v).sum(), x, create_graph=True)
    if g is None:
        return torch.zeros_like(v, requires_grad=False)
    h = gradient((g * u.detach()).sum(), v)
    return torch.zeros_like(v, requires_grad=False) if h is None else h


def jacobian(f, x):
    x, y = start(f, x)
    shape = y.shape + x.shape
    if y.numel() == 0 or x.numel() == 0 or not y.requires_grad:
        return torch.zeros(shape, dtype=x.dtype)
    eye = torch.eye(y.numel(), dtype=y.dtype).view(-1, *y.shape)
    (J,) = torch.autograd.grad(y, x, eye, is_grads_batched=True, allow_unused=True)
    if J is None:
        return torch.zeros(shape, dtype=x.dtype)
    return J.reshape(shape)


def hvp(f, x, v):
    x, y = start(f, x)
    same_shape(x, v)
    g = gradient(y, x, create_graph=True)
    h = None if g is None else gradient((g * v.detach()).sum(), x)
    return torch.zeros_like(x, requires_grad=False) if h is None else h
