"""Tensors with a gradient, a stride or a device, made and compared where your code runs."""

import contextlib
from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch import Tensor


def made(
    values: Tensor,
    grad: Tensor | None = None,
    requires_grad: bool = False,
    transposed: bool = False,
    device: str = "cpu",
) -> Tensor:
    """A tensor of its own with these values. transposed: the last dimension is not the one with stride 1."""
    t = values.detach().clone()
    if transposed:
        t = t.mT.contiguous().mT
    t = t.to(device).requires_grad_(requires_grad)
    if grad is not None:
        t.grad = grad.clone()
    return t


def outcome(
    match: Callable[..., Any], a: Mapping[str, Any], b: Mapping[str, Any], options: Mapping[str, Any]
) -> tuple[str, str]:
    """("passes", "") or the exception that says that the two do not match, as its type and its message."""
    first, second = made(**a), made(**b)
    try:
        match(first, second, **options)
    except AssertionError as error:
        return "AssertionError", str(error)
    except ValueError as error:
        return "ValueError", str(error)
    return "passes", ""


def left_alone(match: Callable[..., Any], a: Tensor, b: Tensor) -> bool:
    """Whether two tensors and their gradients are the same after a comparison."""
    first, second = made(a, a, True), made(b, b, True)
    with contextlib.suppress(AssertionError):
        match(first, second, check_grad=True)
    kept = [torch.equal(t, old) and torch.equal(t.grad, old) for t, old in ((first, a), (second, b))]
    return all(kept) and first.requires_grad and second.requires_grad
