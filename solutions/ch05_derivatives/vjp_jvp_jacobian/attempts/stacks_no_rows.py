"""Wrong: jacobian stacks a list of rows, which raises when y has no elements."""

import torch
from torch import Tensor


def _grad(y, x, v=None, create_graph=False):
    if not y.requires_grad:
        return torch.zeros_like(x)
    (g,) = torch.autograd.grad(y, x, v, retain_graph=True, create_graph=create_graph, allow_unused=True)
    return torch.zeros_like(x) if g is None else g


def _leaf(x):
    return x.detach().clone().requires_grad_()


def vjp(f, x: Tensor, v: Tensor) -> Tensor:
    x = _leaf(x)
    return _grad(f(x), x, v).detach()


def jvp(f, x: Tensor, u: Tensor) -> Tensor:
    x = _leaf(x)
    y = f(x)
    w = torch.zeros_like(y, requires_grad=True)
    return _grad(_grad(y, x, w, create_graph=True), w, u).detach()


def jacobian(f, x: Tensor) -> Tensor:
    x = _leaf(x)
    y = f(x)
    rows = [_grad(y_i, x) for y_i in y.flatten()]
    return torch.stack(rows).view(*y.shape, *x.shape).detach()


def hvp(f, x: Tensor, v: Tensor) -> Tensor:
    x = _leaf(x)
    return _grad(_grad(f(x), x, create_graph=True), x, v).detach()
