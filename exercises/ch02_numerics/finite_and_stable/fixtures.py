"""Nets that break at a chosen place, built where your code runs."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.modules import module as globals_of_modules


class Poison(nn.Module):
    """Passes its input on, one element of it replaced."""

    def __init__(self, value: float) -> None:
        super().__init__()
        self.value = value

    def forward(self, x: Tensor) -> Tensor:
        y = x.clone()
        y.view(-1)[-1] = self.value
        return y


class Outer(nn.Module):
    """Does the damage in its own forward, not in a part of it."""

    def __init__(self) -> None:
        super().__init__()
        self.inner = nn.Linear(2, 2)

    def forward(self, x: Tensor) -> Tensor:
        return torch.log(self.inner(x).abs() * 0)


class Structured(nn.Module):
    """Gives its input in a structure, with a bad number deep inside or without."""

    def __init__(self, kind: str, bad: bool) -> None:
        super().__init__()
        self.kind, self.bad = kind, bad

    def forward(self, x: Tensor) -> Any:
        y = x * torch.nan if self.bad else x
        return {"tuple": (x, (x, y)), "list": [x, [y]], "dict": {"a": x, "b": {"c": y}}}[self.kind]


class First(nn.Module):
    """Takes the first tensor out of a structure."""

    def forward(self, x: Any) -> Tensor:
        return x["a"] if isinstance(x, dict) else x[0]


class Counts(nn.Module):
    """Counts its calls in a buffer that `state_dict` leaves out."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("calls", torch.zeros(()), persistent=False)

    def forward(self, x: Tensor) -> Tensor:
        self.calls += 1
        return x


class Raises(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        raise ArithmeticError("this layer always fails")


def net_of(kind: str, at: int = 0) -> nn.Module:
    """A net for inputs of shape (N, 2)."""
    if kind == "healthy":
        return nn.Sequential(nn.Linear(2, 2), nn.ReLU(), nn.Linear(2, 1))
    if kind == "bad bias at the end":
        net = net_of("healthy")
        net[2].bias.data.fill_(torch.inf)
        return net
    if kind in ("nan", "inf", "-inf"):
        layers = [nn.Linear(2, 2) for _ in range(6)]
        layers.insert(at, Poison(float(kind)))
        return nn.Sequential(*layers)
    if kind == "in a block":
        block = nn.Sequential(nn.Tanh(), Poison(torch.nan), nn.Tanh())
        return nn.ModuleDict({"block": block}).block if at else nn.Sequential(nn.Linear(2, 2), block, nn.Linear(2, 2))
    if kind == "in the module's own forward":
        return Outer()
    if kind == "in the forward of a part":
        return nn.Sequential(nn.Linear(2, 2), Outer(), nn.Linear(2, 2))
    if kind in ("tuple", "list", "dict"):
        return nn.Sequential(nn.Linear(2, 2), Structured(kind, bool(at)), First())
    if kind == "batch norm":
        return nn.Sequential(nn.BatchNorm1d(2), nn.Dropout(0.5), Poison(torch.nan), nn.BatchNorm1d(2)).train(not at)
    if kind == "counter":
        return nn.Sequential(nn.Linear(2, 2), Counts())
    if kind == "raises":
        return nn.Sequential(nn.BatchNorm1d(2), nn.Linear(2, 2), Raises())
    raise ValueError(kind)


def hooks_of(net: nn.Module) -> list[int]:
    """The hooks of all parts, and those that hold for every module."""
    own = [len(part._forward_hooks) + len(part._forward_pre_hooks) for part in net.modules()]
    return [*own, len(globals_of_modules._global_forward_hooks), len(globals_of_modules._global_forward_pre_hooks)]


def state_of(net: nn.Module) -> dict[str, Any]:
    return {
        "hooks": hooks_of(net),
        "training flags": [part.training for part in net.modules()],
        "parameters": [p.detach().clone() for p in net.parameters()],
        "requires_grad": [p.requires_grad for p in net.parameters()],
        "gradients": [None if p.grad is None else p.grad.clone() for p in net.parameters()],
        "buffers": [b.clone() for b in net.buffers()],
    }


def search(f: Callable[[nn.Module, Tensor], Any], kind: str, x: Tensor, at: int = 0) -> Any:
    """f(net, x)."""
    return f(net_of(kind, at), x)


def traces(f: Callable[[nn.Module, Tensor], Any], kind: str, x: Tensor, at: int = 0) -> dict[str, Any]:
    """The state of a net that has a hook, a gradient and a frozen parameter, before and after f; and what f raised."""
    net, calls = net_of(kind, at), []
    list(net.modules())[1].register_forward_hook(lambda *_: calls.append(1))
    for p in net.parameters():
        torch.nn.init.constant_(p, 0.25)
        p.grad = torch.full_like(p, 0.5)
    next(iter(net.parameters())).requires_grad_(False)
    before, raised = state_of(net), None
    try:
        f(net, x)
    except ArithmeticError as error:
        raised = type(error).__name__
    return {"before": before, "after": state_of(net), "raised": raised, "calls": len(calls)}
