"""Wrong: reshape() without a size raises where both x and y have shape ()."""

from collections.abc import Callable

import torch
from torch import Tensor

F = Callable[[Tensor], Tensor]


def _run(f: F, x: Tensor) -> tuple[Tensor, Tensor]:
    leaf = x.detach().clone().requires_grad_()
    with torch.enable_grad():
        return leaf, f(leaf)


def _pull(y: Tensor, leaf: Tensor, v: Tensor | None = None, create: bool = False) -> Tensor:
    if not y.requires_grad:
        return torch.zeros_like(leaf)
    (g,) = torch.autograd.grad(
        y, leaf, v, retain_graph=True, create_graph=create, allow_unused=True, materialize_grads=True
    )
    return g


def vjp(f: F, x: Tensor, v: Tensor) -> Tensor:
    leaf, y = _run(f, x)
    return _pull(y, leaf, v.detach()).detach().clone()


def jvp(f: F, x: Tensor, u: Tensor) -> Tensor:
    leaf, y = _run(f, x)
    w = torch.zeros_like(y, requires_grad=True)
    g = _pull(y, leaf, w, create=True)
    return _pull(g, w, u.detach()).detach().clone()


def jacobian(f: F, x: Tensor) -> Tensor:
    leaf, y = _run(f, x)
    n = y.numel()
    if n == 0:
        return x.new_zeros(*y.shape, *x.shape)
    rows = [_pull(y, leaf, e.reshape(y.shape)) for e in torch.eye(n, dtype=y.dtype, device=y.device)]
    return torch.stack(rows).reshape(*y.shape, *x.shape).detach()


def hvp(f: F, x: Tensor, v: Tensor) -> Tensor:
    leaf, y = _run(f, x)
    g = _pull(y, leaf, create=True)
    return _pull(g, leaf, v.detach()).detach().clone()
