"""Functions with right and with wrong gradients, and what your code says of them."""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor


def with_backward(forward: Callable[..., Tensor], backward: Callable[..., Any]) -> Callable[..., Tensor]:
    """A function of tensors whose gradients are what backward(grad, *inputs) says."""

    class Custom(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, *inputs: Tensor) -> Tensor:
            ctx.save_for_backward(*inputs)
            return forward(*inputs)

        @staticmethod
        def backward(ctx: Any, grad: Tensor) -> Any:
            return backward(grad, *ctx.saved_tensors)

    return Custom.apply


def square_sum(x: Tensor) -> Tensor:
    return (x * x).sum()


def cube_sum(x: Tensor) -> Tensor:
    return (x * x * x).sum()


def product_sum(x: Tensor, y: Tensor) -> Tensor:
    return (x * y * y).sum()


def picked_sum(x: Tensor, index: Tensor) -> Tensor:
    return (x[index] * x[index]).sum()


square = with_backward(lambda x: x * x, lambda g, x: g * 2 * x)
product = with_backward(lambda a, b: a * b, lambda g, a, b: (g * b, g * a))
FUNCTIONS: dict[str, Callable[..., Tensor]] = {
    # Right ones.
    "x * x": lambda x: x * x,
    "square": square,
    "square of square": lambda x: square(square(x)),
    "product": product,
    "matrix product": lambda a, b: a @ b.mT,
    "sine": with_backward(torch.sin, lambda g, x: g * torch.cos(x)),
    "softmax": lambda x: x.softmax(-1),
    "row plus column": lambda a, b: a[:, :1] * b[:1],
    "large values": lambda x: 1000 * x.exp(),
    "scalar": square_sum,
    # Right, with something unusual.
    "second unused": lambda a, b: a * a,
    "constant": lambda x: torch.ones(2, dtype=torch.float64),
    "half constant": lambda x: torch.stack([x.sum(), torch.ones((), dtype=torch.float64)]),
    "picked": lambda x, index: x[index] * x[index],
    "scaled": lambda x, factor: x * factor.double(),
    # Wrong ones.
    "wrong sign": with_backward(lambda x: x * x, lambda g, x: -g * 2 * x),
    "factor forgotten": with_backward(lambda x: x * x, lambda g, x: g * x),
    "too large": with_backward(lambda x: x * x, lambda g, x: g * 3 * x),
    "divided by the count": with_backward(lambda x: x * x, lambda g, x: g * 2 * x / x.numel()),
    "inputs mixed up": with_backward(lambda a, b: a * b, lambda g, a, b: (g * a, g * b)),
    "second is wrong": with_backward(lambda a, b: a * b, lambda g, a, b: (g * b, g * a * 2)),
    "term missing": with_backward(lambda x: x * x.exp(), lambda g, x: g * x.exp()),
    "last element wrong": with_backward(lambda x: x * x, lambda g, x: g * 2 * x * _ones_then_two(x)),
    "broadcast averaged": with_backward(
        lambda a, b: a * b[0], lambda g, a, b: (g * b[0], _first_row((g * a).mean(0), b))
    ),
    "detached": lambda x: x * x.detach(),
    "not a number": with_backward(lambda x: x * x, lambda g, x: g * torch.nan),
    "infinite": with_backward(lambda x: x * x, lambda g, x: g / torch.zeros_like(x)),
    "one per cent": with_backward(lambda x: x * x, lambda g, x: g * 2.02 * x),
    "0.15 per cent too large": with_backward(lambda x: 100 * x, lambda g, x: g * 100.15),
    "1.5e-5 in place of 0": with_backward(lambda x: 0 * x, lambda g, x: g * 1.5e-5),
    # Wrong, in a way that does not show in the gradient of the sum.
    "incoming gradient forgotten": with_backward(lambda x: x * x, lambda g, x: 2 * x),
    "cancels in the sum": with_backward(lambda x: 2 * x, lambda g, x: 2 * g.flip(-1)),
}


def _ones_then_two(x: Tensor) -> Tensor:
    factor = torch.ones_like(x).flatten()
    factor[-1:] = 2
    return factor.reshape(x.shape)


def _first_row(row: Tensor, like: Tensor) -> Tensor:
    grad = torch.zeros_like(like)
    grad[0] = row
    return grad


def off_by(relative: float, absolute: float) -> Callable[..., Tensor]:
    """100 * x with a gradient that is slightly wrong."""
    return with_backward(lambda x: 100 * x, lambda g, x: g * (100 * (1 + relative) + absolute))


def leaves(values: Sequence[Tensor], frozen: Sequence[int] = ()) -> list[Tensor]:
    """Leaves that require grad, but for integers and the ones at the positions `frozen`."""
    made = []
    for i, value in enumerate(values):
        leaf = value.detach().clone()
        made.append(leaf.requires_grad_(leaf.is_floating_point() and i not in frozen))
    return made


def verdict(gradcheck: Callable[..., Any], name: str, values: Sequence[Tensor], frozen: Sequence[int] = ()) -> Any:
    """What gradcheck says of a function at these values."""
    return gradcheck(FUNCTIONS[name], leaves(values, frozen))


def verdict_off_by(
    gradcheck: Callable[..., Any], x: Tensor, relative: float, absolute: float, atol: float, rtol: float
) -> Any:
    return gradcheck(off_by(relative, absolute), leaves([x]), atol=atol, rtol=rtol)


def verdict_relu(gradcheck: Callable[..., Any], x: Tensor) -> Any:
    return gradcheck(torch.relu, leaves([x]))


def numeric(numerical_grad: Callable[..., Any], f: str, values: Sequence[Tensor], eps: float = 1e-6) -> Any:
    """The numerical gradients of one of the sums above, and whether a graph hangs on one of them."""
    functions = {f.__name__: f for f in (square_sum, cube_sum, product_sum, picked_sum)}
    grads = numerical_grad(functions[f], leaves(values), eps)
    graph = any(isinstance(grad, Tensor) and grad.requires_grad for grad in grads)
    return [grad.detach() if isinstance(grad, Tensor) else grad for grad in grads], graph


def traces(call: Callable[..., Any], f: str, values: Sequence[Tensor]) -> list[str]:
    """What is not as before after call(f, inputs): "values", "grad", "requires_grad"."""
    functions = {f.__name__: f for f in (square_sum, cube_sum, product_sum)}
    inputs = leaves(values)
    for x in inputs:
        x.grad = torch.full_like(x, 0.5)
    call(functions[f], inputs)
    changes = {
        "values": any(not torch.equal(x.detach(), value) for x, value in zip(inputs, values, strict=True)),
        "grad": any(x.grad is None or not bool((x.grad == 0.5).all()) for x in inputs),
        "requires_grad": any(not x.requires_grad for x in inputs),
    }
    return [name for name, changed in changes.items() if changed]


def default_step(call: Callable[..., Any], x: Tensor, function: str) -> float:
    """How far from x a function is called, when no eps is given."""
    steps: list[float] = []

    def f(at: Tensor) -> Tensor:
        steps.append(float((at.detach() - x).abs().max()))
        return FUNCTIONS[function](at)

    call(f, leaves([x]))
    return max(steps)


def refused(call: Callable[..., Any], values: Sequence[Tensor], frozen: Sequence[int] = ()) -> str:
    """The type of exception that call(f, inputs) ends with for f = sum of squares; "nothing" if it ends well."""
    try:
        call(square_sum if len(values) == 1 else product_sum, leaves(values, frozen))
    except NotImplementedError:
        raise
    except Exception as error:
        return "ValueError" if isinstance(error, ValueError) else type(error).__name__
    return "nothing"
