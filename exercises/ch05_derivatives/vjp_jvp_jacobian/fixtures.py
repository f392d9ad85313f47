"""Functions to differentiate, made where your code runs, and what your code leaves behind."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

Function = Callable[[Tensor], Tensor]


def functions(weight: Tensor) -> dict[str, Function]:
    """Functions of a tensor by name. `weight`, shape (), is a parameter that some of them use."""
    return {
        "example": lambda x: torch.stack([x[0] * x[1], x[1] * x[1], x[0]]),
        "example for hvp": lambda x: x[0] * x[0] * x[1],
        "cubes": lambda x: x * x * x * weight,
        "sums over the last dimension": lambda x: x.exp().sum(-1),
        "outer product": lambda x: x[:, None] * x.sin(),
        "powers of a number": lambda x: torch.stack([x, x * x, x.sin()]),
        "linear": lambda x: 3 * x.flip(0),
        "first element": lambda x: x[:1].exp(),
        "sum of quartics": lambda x: (x**4).sum() * weight,
        "all pairs": lambda x: (x.flatten()[:, None] * x.flatten()).sin().sum(),
        "linear sum": lambda x: (2 * x).sum(),
        "constant": lambda x: x.new_ones(2),
        "constant scalar": lambda x: x.new_ones(()),
        "parameter only": lambda x: weight * x.new_ones(2),
        "parameter only, scalar": lambda x: weight * weight,
    }


def parameter(dtype: torch.dtype) -> Tensor:
    return torch.full((), 2.0, dtype=dtype, requires_grad=True)


def at(product: Callable[..., Any], name: str, x: Tensor, *vector: Tensor) -> Any:
    """product(f, x, v) for the function of that name."""
    return product(functions(parameter(x.dtype))[name], x, *vector)


def calls(product: Callable[..., Any], name: str, x: Tensor, *vector: Tensor) -> int:
    """How often product calls the function."""
    f, seen = functions(parameter(x.dtype))[name], []

    def counted(x: Tensor) -> Tensor:
        seen.append(1)
        return f(x)

    product(counted, x, *vector)
    return len(seen)


def traces(product: Callable[..., Any], name: str, kind: str, x: Tensor, *vector: Tensor) -> list[str]:
    """What is not as before after product(f, x, v), for an x that is "leaf", "intermediate" or "plain"."""
    weight = parameter(x.dtype)
    leaf = x.clone().requires_grad_(kind != "plain")
    given = leaf * 1 if kind == "intermediate" else leaf
    weight.grad, leaf.grad = torch.full_like(weight, 0.5), torch.full_like(x, 0.5)
    result = product(functions(weight)[name], given, *vector)
    changes = {
        "the values of x": not torch.equal(given.detach(), x),
        "requires_grad of x": given.requires_grad != (kind != "plain"),
        ".grad of x": leaf.grad is None or not bool((leaf.grad == 0.5).all()),
        ".grad of a parameter that f uses": weight.grad is None or weight.grad.item() != 0.5,
        "the result, which has a graph,": result.requires_grad,
    }
    return [what for what, changed in changes.items() if changed]
