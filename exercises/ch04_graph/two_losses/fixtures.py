"""Two losses with leaves below, and what your functions do to them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor


@dataclass
class Case:
    """Leaves that require grad, by name, and two losses of them."""

    params: dict[str, Tensor]
    loss_a: Tensor
    loss_b: Tensor


def square(x: Tensor) -> Case:
    """y = x², loss_a = y + 1, loss_b = 2 y"""
    x = x.clone().requires_grad_()
    y = x**2
    return Case({"x": x}, y + 1, 2 * y)


def linear(a: Tensor, b: Tensor) -> Case:
    """loss_a = p · a, loss_b = p · b, at p = 0: a and b are the gradients."""
    p = torch.zeros_like(a).requires_grad_()
    return Case({"p": p}, p @ a, p @ b)


def two_heads(trunk: Tensor, head_a: Tensor, head_b: Tensor, x: Tensor) -> Case:
    """A shared layer with two heads, each with a loss of its own, and a leaf that neither loss reaches.

    trunk: (H, D), kept transposed in memory; head_a, head_b: (H,); x: (N, D)
    """
    values = {"trunk": trunk.T.clone().T, "head_a": head_a.clone(), "head_b": head_b.clone(), "spare": head_a.clone()}
    params = {name: value.requires_grad_() for name, value in values.items()}
    hidden = torch.tanh(x @ params["trunk"].T)
    loss_a = (hidden @ params["head_a"]).square().mean()
    loss_b = (hidden @ params["head_b"] - 1).square().mean()
    return Case(params, loss_a, loss_b)


def give_gradients(case: Case, grads: dict[str, Tensor]) -> None:
    """Gradients from an earlier backward."""
    for name, grad in grads.items():
        case.params[name].grad = grad.clone()


def gradients(case: Case) -> dict[str, Tensor | None]:
    return {name: p.grad for name, p in case.params.items()}


def gradients_have_history(case: Case) -> bool:
    return any(p.grad is not None and p.grad.requires_grad for p in case.params.values())


def arrivals(backward_split: Callable[..., Any], case: Case, weight: float, name: str) -> list[Tensor]:
    """What arrives at the leaf `name`, one tensor for each backward that reaches it."""
    seen: list[Tensor] = []
    hook = case.params[name].register_hook(lambda grad: seen.append(grad.clone()))
    backward_split(case.loss_a, case.loss_b, weight)
    hook.remove()
    return seen


def error_of_another_backward(case: Case) -> str:
    """The name of the exception that walking the graph of both losses again ends with."""
    try:
        torch.autograd.grad(case.loss_a + case.loss_b, list(case.params.values()), allow_unused=True, retain_graph=True)
    except RuntimeError as error:
        return type(error).__name__
    return "nothing"


def call(function: Callable[..., Any], case: Case, *args: Any) -> Any:
    """function(loss_a, loss_b, *args); names of leaves in a list stand for the leaves."""
    return function(
        case.loss_a, case.loss_b, *([case.params[n] for n in a] if isinstance(a, list) else a for a in args)
    )
