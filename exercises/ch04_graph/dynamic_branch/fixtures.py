"""Modules that your modules are given. Each counts how often it runs."""

from typing import Any

import torch
from torch import Tensor, nn


class Counted(nn.Module):
    """Its subclasses add 1 to `calls` in forward."""

    def __init__(self) -> None:
        super().__init__()
        self.calls = 0


class Scale(Counted):
    """k * x"""

    def __init__(self, k: float) -> None:
        super().__init__()
        self.k = nn.Parameter(torch.tensor(k, dtype=torch.float64))

    def forward(self, x: Tensor) -> Tensor:
        self.calls += 1
        return self.k * x


class Affine(Counted):
    """x * slope + shift"""

    def __init__(self, slope: float, shift: float) -> None:
        super().__init__()
        self.slope = nn.Parameter(torch.tensor(slope, dtype=torch.float64))
        self.shift = nn.Parameter(torch.tensor(shift, dtype=torch.float64))

    def forward(self, x: Tensor) -> Tensor:
        self.calls += 1
        return x * self.slope + self.shift


class Bent(Counted):
    """tanh(x @ weight)"""

    def __init__(self, weight: Tensor) -> None:
        super().__init__()
        self.weight = nn.Parameter(weight.clone())

    def forward(self, x: Tensor) -> Tensor:
        self.calls += 1
        return torch.tanh(x @ self.weight)


class Cholesky(Counted):
    """The lower triangular factor of k * x; fails with LinAlgError where x is not positive definite."""

    def __init__(self, k: float) -> None:
        super().__init__()
        self.k = nn.Parameter(torch.tensor(k, dtype=torch.float64))

    def forward(self, x: Tensor) -> Tensor:
        self.calls += 1
        return torch.linalg.cholesky(self.k * x)


class Failing(Counted):
    """Raises what it was given."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.error = {kind.__name__: kind for kind in (RuntimeError, ValueError, IndexError)}[name]

    def forward(self, x: Tensor) -> Tensor:
        raise self.error("in main")


def run(net: nn.Module, *args: Any) -> tuple[Tensor, int | None, dict[str, Tensor | None], dict[str, int]]:
    """What net(*args) gives: result and steps; the gradients of the result's sum, and the calls of each module."""
    net.zero_grad(set_to_none=True)
    for module in net.children():
        module.calls = 0
    out = net(*args)
    result, steps = out if isinstance(out, tuple) else (out, None)
    result.sum().backward()
    grads = {name: p.grad for name, p in net.named_parameters()}
    return result.detach(), steps, grads, {name: module.calls for name, module in net.named_children()}


def error_of(net: nn.Module, x: Tensor) -> str:
    """The name of the exception that net(x) ends with."""
    try:
        net(x)
    except Exception as error:
        return type(error).__name__
    return "nothing"
