"""Gradients by central differences, and a check of autograd's gradients against them."""

from collections.abc import Callable, Sequence

import torch
from torch import Tensor


@torch.no_grad()
def numerical_grad(f: Callable[..., Tensor], inputs: Sequence[Tensor], eps: float = 1e-6) -> list[Tensor | None]:
    if any(x.is_floating_point() and x.dtype != torch.float64 for x in inputs):
        raise ValueError("central differences need float64")
    return [slopes(f, inputs, i, eps) if x.is_floating_point() else None for i, x in enumerate(inputs)]


def slopes(f: Callable[..., Tensor], inputs: Sequence[Tensor], i: int, eps: float) -> Tensor:
    """The central differences of f with respect to input i."""

    def at(nudge: Tensor) -> Tensor:
        return f(*inputs[:i], inputs[i].detach() + nudge, *inputs[i + 1 :])

    result = torch.zeros(inputs[i].numel(), dtype=torch.float64)
    for j in range(len(result)):
        nudge = torch.zeros_like(result)
        nudge[j] = eps
        nudge = nudge.reshape(inputs[i].shape)
        result[j] = (at(nudge) - at(-nudge)) / (2 * eps)
    return result.reshape(inputs[i].shape)


def my_gradcheck(
    f: Callable[..., Tensor], inputs: Sequence[Tensor], eps: float = 1e-6, atol: float = 1e-5, rtol: float = 1e-3
) -> bool:
    checked = [x for x in inputs if x.requires_grad]
    if not checked or any(x.dtype != torch.float64 for x in checked):
        raise ValueError("at least one input must require grad, and all that do must be float64")

    def element(j: int, values: Sequence[Tensor]) -> Tensor:
        given = iter(values)
        return f(*(next(given) if x.requires_grad else x for x in inputs)).flatten()[j]

    outputs = f(*inputs).flatten()
    for j, output in enumerate(outputs):
        for analytic, numeric in zip(
            gradients(output, checked),
            numerical_grad(lambda *values: element(j, values), checked, eps),
            strict=True,
        ):
            if not ((analytic - numeric).abs() <= atol + rtol * numeric.abs()).all():
                return False
    return True


def gradients(output: Tensor, inputs: Sequence[Tensor]) -> list[Tensor]:
    """What autograd says; zeros for an input that output does not depend on."""
    if not output.requires_grad:
        return [torch.zeros_like(x) for x in inputs]
    grads = torch.autograd.grad(output, inputs, retain_graph=True, allow_unused=True)
    return [torch.zeros_like(x) if grad is None else grad for grad, x in zip(grads, inputs, strict=True)]
