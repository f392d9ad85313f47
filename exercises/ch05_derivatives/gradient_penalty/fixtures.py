"""Critics, models and losses, made where your code runs, and what your code does with them."""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F


class Net(nn.Module):
    """A small net of a kind, with given parameters."""

    def __init__(self, kind: str, weights: Sequence[Tensor]) -> None:
        super().__init__()
        self.kind = kind
        self.weights = nn.ParameterList(nn.Parameter(weight.detach().clone()) for weight in weights)

    def forward(self, x: Tensor) -> Tensor:
        w = list(self.weights)
        if self.kind == "linear":  # (N, D) -> (N, 1)
            return x @ w[0].T + w[1]
        if self.kind == "curved":  # (N, D) -> (N,)
            return torch.tanh(x @ w[0].T + w[1]) @ w[2]
        if self.kind == "conv":  # (N, C, H, W) -> (N, 1)
            return torch.tanh(F.conv2d(x, w[0], w[1])).flatten(1) @ w[2][:, None]
        if self.kind == "flat":  # (N, D) -> (N, 1), not one ReLU is on
            return torch.relu(x @ w[0].T - 1000) @ w[1].T
        if self.kind == "classes":  # (N, D) -> (N, K)
            return torch.tanh(x @ w[0].T) @ w[1].T
        raise ValueError(self.kind)


LOSSES: dict[str, Callable[[Tensor, Tensor], Tensor]] = {
    "square": lambda output, y: (output - y).square().mean(),
    "cross entropy": lambda output, y: F.cross_entropy(output, y),
}


def gradients_of(net: nn.Module, result: Tensor) -> Any:
    """The result, and the gradients of the parameters after result.backward(): None if there is no graph to them."""
    if not result.requires_grad:
        return result, None
    result.backward()
    return result.detach(), [None if p.grad is None else p.grad.clone() for p in net.parameters()]


def penalty(
    f: Callable[..., Tensor], kind: str, weights: Sequence[Tensor], real: Tensor, fake: Tensor, eps: Tensor
) -> Any:
    critic = Net(kind, weights)
    return gradients_of(critic, f(critic, real, fake, eps))


def norm_sq(f: Callable[..., Tensor], kind: str, weights: Sequence[Tensor], loss: str, x: Tensor, y: Tensor) -> Any:
    model = Net(kind, weights)
    return gradients_of(model, f(model, LOSSES[loss], x, y))


def traces(call: Callable[[nn.Module, Tensor, Tensor], Tensor], weights: Sequence[Tensor], data: Tensor) -> list[str]:
    """What is not as before after call(model, plain data, data with a graph) and after backward() of its result."""
    model = Net("curved", weights).eval()
    generator = torch.ones((), dtype=data.dtype, requires_grad=True)
    plain, made = data.clone(), data * generator
    for p in model.parameters():
        p.grad = torch.full_like(p, 0.5)
    result = call(model, plain, made)
    changes = {
        "the .grad of parameters": any(p.grad is None or not bool((p.grad == 0.5).all()) for p in model.parameters()),
        "requires_grad of parameters": not all(p.requires_grad for p in model.parameters()),
        "requires_grad of the data": plain.requires_grad or not made.requires_grad,
    }
    if result.requires_grad:
        result.backward()
    changes["the .grad of the data"] = plain.grad is not None
    changes["the .grad of the generator that made the data"] = generator.grad is not None
    return [what for what, changed in changes.items() if changed]


def traces_of_penalty(f: Callable[..., Tensor], weights: Sequence[Tensor], data: Tensor, eps: Tensor) -> list[str]:
    return traces(lambda critic, real, fake: f(critic, real, fake, eps), weights, data)


def traces_of_norm(f: Callable[..., Tensor], which: str, weights: Sequence[Tensor], x: Tensor, y: Tensor) -> list[str]:
    """With an x that is "plain" or has a "graph"."""
    return traces(
        lambda model, plain, made: f(model, LOSSES["square"], plain if which == "plain" else made, y), weights, x
    )
