"""Tensors with and without a graph, and what becomes of them."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

Maker = Callable[[Tensor], Tensor]


def tensor_of(kind: str, values: Tensor) -> Tensor:
    if kind == "parameter":
        return values.detach().clone().requires_grad_()
    if kind == "result":
        return values.detach().clone().requires_grad_() * 1.0
    if kind == "transposed result":
        return (values.detach().clone().requires_grad_() * 1.0).T
    return values.detach().clone()


def facts(make: Maker, values: Tensor, kind: str) -> dict[str, Any]:
    """What make(t) is, and what it has to do with t."""
    t = tensor_of(kind, values)
    grad_fn, version = t.grad_fn, t._version
    made = make(t)
    found = {
        "is t itself": made is t,
        "requires grad": made.requires_grad,
        "is a leaf": made.is_leaf,
        "shares memory with t": made.data_ptr() == t.data_ptr(),
        "t is left alone": t.grad_fn is grad_fn and t._version == version and t.requires_grad == (kind != "data"),
    }
    with torch.no_grad():
        made.zero_()
    return {**found, "a write into it counts in t's version": t._version > version}


def gradient_through(make: Maker, values: Tensor) -> tuple[Tensor | None, Tensor | None]:
    """The gradients of sum(make(x * x) * c) in x and in what was made; None where none arrives. c = 1, 2, 3, …"""
    x = values.detach().clone().requires_grad_()
    made = make(x * x)
    if not made.requires_grad:
        return None, None
    made.retain_grad()
    (made * torch.arange(1.0, made.numel() + 1, dtype=made.dtype)).sum().backward()
    return x.grad, made.grad


def best_of(
    keep_best: Callable[..., list[Tensor]], start: list[Tensor], moves: list[list[Tensor]], losses: list[float]
) -> list[Tensor]:
    """keep_best for parameters that move by moves[k] in step k, while the loss is losses[k]."""
    params = [p.clone().requires_grad_() for p in start]
    steps = iter(zip(moves, losses, strict=True))

    def step() -> float:
        move, loss = next(steps)
        with torch.no_grad():
            for p, change in zip(params, move, strict=True):
                p.add_(change)
        return loss

    return keep_best(params, step, len(losses))


def steps_left(keep_best: Callable[..., list[Tensor]], offered: int, asked: int) -> int:
    """How many of the offered steps are left when keep_best was asked for some of them."""
    rest = iter(range(offered))
    keep_best([torch.ones(1)], lambda: float(next(rest)), asked)
    return len(list(rest))


def best_is_free(keep_best: Callable[..., list[Tensor]]) -> tuple[bool, bool]:
    """Whether the best values require grad, and whether they change when training goes on."""
    p = torch.ones(2, requires_grad=True)
    (best,) = keep_best([p], lambda: 1.0, 1)
    before = best.detach().clone()
    with torch.no_grad():
        p.add_(1.0)
    return best.requires_grad, not torch.equal(before, best.detach())
