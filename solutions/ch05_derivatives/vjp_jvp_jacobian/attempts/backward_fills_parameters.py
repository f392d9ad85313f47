"""Wrong: vjp uses y.backward(v) on a copy of x, which also adds to the .grad of parameters that f uses."""

import torch
from torch import Tensor


def vjp(f, x: Tensor, v: Tensor) -> Tensor:
    leaf = x.detach().clone().requires_grad_()
    y = f(leaf)
    if y.requires_grad:
        y.backward(v)
    return torch.zeros_like(x) if leaf.grad is None else leaf.grad


def _grad(y, x, v=None, create_graph=False):
    if not y.requires_grad:
        return torch.zeros_like(x)
    return torch.autograd.grad(
        y, x, v, retain_graph=True, create_graph=create_graph, allow_unused=True, materialize_grads=True
    )[0]


def jvp(f, x: Tensor, u: Tensor) -> Tensor:
    leaf = x.detach().clone().requires_grad_()
    y = f(leaf)
    w = torch.zeros_like(y, requires_grad=True)
    return _grad(_grad(y, leaf, w, create_graph=True), w, u).detach()


def jacobian(f, x: Tensor) -> Tensor:
    leaf = x.detach().clone().requires_grad_()
    y = f(leaf)
    J = torch.zeros(y.numel(), *x.shape, dtype=x.dtype)
    for i, e in enumerate(torch.eye(y.numel(), dtype=y.dtype)):
        J[i] = _grad(y, leaf, e.view(y.shape)).detach()
    return J.view(*y.shape, *x.shape)


def hvp(f, x: Tensor, v: Tensor) -> Tensor:
    leaf = x.detach().clone().requires_grad_()
    return _grad(_grad(f(leaf), leaf, create_graph=True), leaf, v).detach()
