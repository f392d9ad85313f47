"""Your classes at work: what they are, what their backward runs, and what happens when inputs change."""

from typing import Any

import torch
from torch import Tensor


def is_function(kind: Any) -> bool:
    """Whether it is a subclass of torch.autograd.Function."""
    return isinstance(kind, type) and issubclass(kind, torch.autograd.Function)


def with_gradients(kind: Any, *args: Any) -> Any:
    """apply(*args), and the gradients of its sum with respect to the tensors among args."""
    leaves = [a.clone().requires_grad_() if isinstance(a, Tensor) else a for a in args]
    result = kind.apply(*leaves)
    result.sum().backward()
    return result.detach(), [leaf.grad for leaf in leaves if isinstance(leaf, Tensor)]


def products(kind: Any, a: Tensor, b: Tensor, wanted: tuple[bool, bool], grad: Tensor) -> Any:
    """Gradients of a matrix product with respect to those of a and b that are wanted; None for the others."""
    a, b = a.clone().requires_grad_(wanted[0]), b.clone().requires_grad_(wanted[1])
    kind.apply(a, b).backward(grad)
    return a.grad, b.grad


def changed_in_between(kind: Any, which: int, *args: Tensor) -> str:
    """The type of exception of a backward after argument `which` was doubled in place; "nothing" if it ends well."""
    inputs = [a.clone().requires_grad_(i != which) for i, a in enumerate(args)]
    result = kind.apply(*inputs)
    inputs[which] *= 2
    try:
        result.sum().backward()
    except RuntimeError as error:
        return type(error).__name__
    return "nothing"


def second_derivative(kind: Any, x: Tensor) -> Any:
    """The second derivative of Σ x · f(x)."""
    x = x.clone().requires_grad_()
    (first,) = torch.autograd.grad((kind.apply(x) * x).sum(), x, create_graph=True)
    (second,) = torch.autograd.grad(first.sum(), x)
    return second
