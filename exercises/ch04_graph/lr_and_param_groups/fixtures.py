"""Models and optimizers for your functions, and what these did to them, in names and numbers."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn
from torch.optim import SGD, Adam, Optimizer


def small() -> nn.Module:
    return nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))


class Branched(nn.Module):
    """A parameter of its own, a layer without parameters in the middle, and layers within layers."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Linear(2, 4)
        self.act = nn.ReLU()
        self.blocks = nn.Sequential(nn.Sequential(nn.Linear(4, 4), nn.ReLU()), nn.LayerNorm(4))
        self.head = nn.Linear(4, 3, bias=False)
        self.token = nn.Parameter(torch.zeros(4))


class Tied(nn.Module):
    """The output layer has the embedding's weight."""

    def __init__(self, bias: bool) -> None:
        super().__init__()
        self.embed = nn.Embedding(5, 3)
        self.body = nn.Linear(3, 3)
        self.out = nn.Linear(3, 5, bias=bias)
        self.out.weight = self.embed.weight


def frozen(model: nn.Module, *names: str) -> nn.Module:
    for name in names:
        model.get_parameter(name).requires_grad_(False)
    return model


def groups_of(layerwise_groups: Callable[..., Any], model: nn.Module, base_lr: float, decay: float) -> list[Any]:
    """(name, lr, names of the parameters) of each group."""
    groups = layerwise_groups(model, base_lr, decay)
    return [(group["name"], group["lr"], _names(model, group["params"])) for group in groups]


def _names(model: nn.Module, params: Any) -> list[str]:
    """The names under which the model knows these very parameters; "?" for one that it does not have."""
    names = {id(parameter): name for name, parameter in model.named_parameters()}
    return [names.get(id(parameter), "?") for parameter in params]


def moved_by_a_step(layerwise_groups: Callable[..., Any], model: nn.Module, base_lr: float, decay: float) -> Any:
    """How far each parameter has moved after one SGD step with gradients of 1."""
    opt = SGD(layerwise_groups(model, base_lr, decay), lr=99.0)
    before = {name: p.detach().clone() for name, p in model.named_parameters()}
    for p in model.parameters():
        p.grad = torch.ones_like(p)
    opt.step()
    return {name: (before[name] - p.detach()).max().item() for name, p in model.named_parameters()}


class Bench:
    """An optimizer over parameters with one group for each of `groups`: (name or None, lr, start)."""

    def __init__(self, kind: str, groups: list[tuple[str | None, float, Tensor]], **options: float) -> None:
        self.params = [nn.Parameter(start.clone()) for _, _, start in groups]
        table: list[dict[str, Any]] = []
        for (name, lr, _), p in zip(groups, self.params, strict=True):
            table.append({"params": [p], "lr": lr} | ({} if name is None else {"name": name}))
        self.opt: Optimizer = {"SGD": SGD, "Adam": Adam}[kind](table, lr=7.0, **options)

    def step(self, grads: list[Tensor]) -> None:
        for p, grad in zip(self.params, grads, strict=True):
            p.grad = grad.clone()
        self.opt.step()

    def values(self) -> list[Tensor]:
        return [p.detach().clone() for p in self.params]

    def groups(self) -> list[tuple[str | None, float, int]]:
        """(name, lr, number of parameters) of each group."""
        return [(group.get("name"), group["lr"], len(group["params"])) for group in self.opt.param_groups]

    def state(self) -> dict[tuple[int, str], int]:
        """Which object each entry of the state is."""
        return {(at, key): id(value) for at, p in enumerate(self.params) for key, value in self.opt.state[p].items()}

    def join(self, head: nn.Module) -> None:
        """Step the parameters of the head from now on, too."""
        self.params += list(head.parameters())


def head_of(bench: Bench, *starts: Tensor, known: int | None = None, asleep: int | None = None) -> nn.Module:
    """A head with these parameters; `known`: also that one of the bench; `asleep`: that one requires no grad."""
    own = [nn.Parameter(start.clone()) for start in starts]
    head = nn.ParameterList(own if known is None else [bench.params[known], *own])
    if asleep is not None:
        head[asleep].requires_grad_(False)
    return head


def last_group_has(bench: Bench, head: nn.Module) -> list[str]:
    """Which parameters of the head are in the optimizer's last group, by name."""
    return _names(head, bench.opt.param_groups[-1]["params"])
