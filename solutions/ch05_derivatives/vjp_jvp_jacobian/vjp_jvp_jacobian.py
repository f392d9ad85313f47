"""Products with the Jacobian and the Hessian, from reverse mode alone."""

from collections.abc import Callable

import torch
from torch import Tensor


def vjp(f: Callable[[Tensor], Tensor], x: Tensor, v: Tensor) -> Tensor:
    x = leaf(x)
    return pull(f(x), x, v)


def jvp(f: Callable[[Tensor], Tensor], x: Tensor, u: Tensor) -> Tensor:
    # The pull-back g(w) = wᵀJ is linear in w, so pulling u back through *it* gives J u.
    x = leaf(x)
    y = f(x)
    w = torch.zeros_like(y, requires_grad=True)
    return pull(pull(y, x, w, create_graph=True), w, u)


def jacobian(f: Callable[[Tensor], Tensor], x: Tensor) -> Tensor:
    x = leaf(x)
    y = f(x)
    rows = x.new_empty(y.numel(), *x.shape)
    for row, v in zip(rows, torch.eye(y.numel(), dtype=y.dtype), strict=True):
        row.copy_(pull(y, x, v.reshape(y.shape), retain_graph=True))
    return rows.reshape((*y.shape, *x.shape))


def hvp(f: Callable[[Tensor], Tensor], x: Tensor, v: Tensor) -> Tensor:
    x = leaf(x)
    y = f(x)
    return pull(pull(y, x, torch.ones_like(y), create_graph=True), x, v)


def leaf(x: Tensor) -> Tensor:
    """A leaf of our own with x's values: the caller's x keeps its grad and its flags."""
    return x.detach().requires_grad_()


def pull(y: Tensor, x: Tensor, v: Tensor, retain_graph: bool | None = None, create_graph: bool = False) -> Tensor:
    """vᵀ · ∂y/∂x, in x's shape; zeros where y does not depend on x."""
    if not y.requires_grad:
        return torch.zeros_like(x)
    # Not materialize_grads: in older versions of torch (2.9) its zeros require grad, and the result must not.
    (grad,) = torch.autograd.grad(y, x, v, retain_graph, create_graph, allow_unused=True)
    return torch.zeros_like(x) if grad is None else grad
