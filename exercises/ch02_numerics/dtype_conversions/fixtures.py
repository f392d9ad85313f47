"""Modules that are converted where your code runs, and what can be said of them afterwards."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn


class Net(nn.Module):
    """Tied weights, a frozen parameter, and buffers of several dtypes, two of them not persistent."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3, 3), nn.BatchNorm1d(3))
        self.head = nn.Linear(3, 3)
        self.head.weight = self.body[0].weight
        self.scale = nn.Parameter(torch.tensor(0.5), requires_grad=False)
        self.register_buffer("mask", torch.tensor([True, False, True]))
        self.register_buffer("order", torch.tensor([2, 0, 1]), persistent=False)
        self.register_buffer("shift", torch.tensor([0.25, 0.5, 1.0]), persistent=False)
        self.register_buffer("missing", None)

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.body(x))[:, self.order] * self.mask * self.scale + self.shift


def trained_net() -> Net:
    """A Net after one backward: all parameters but the frozen one have a gradient."""
    torch.manual_seed(0)
    net = Net()
    net(torch.randn(4, 3)).square().sum().backward()
    return net


def tensors(net: nn.Module) -> dict[str, Tensor]:
    """All parameters and buffers by name."""
    return {**dict(net.named_parameters()), **dict(net.named_buffers())}


def converted(module_to: Callable[[nn.Module, torch.dtype], Any], dtype: torch.dtype) -> dict[str, Any]:
    """What became of a Net that was converted."""
    net = trained_net()
    before = dict(net.named_parameters())
    values = {name: t.detach().clone() for name, t in tensors(net).items()}
    grads = {name: p.grad.clone() for name, p in before.items() if p.grad is not None}
    attributes = [set(vars(part)) for part in net.modules()]
    result = module_to(net, dtype)
    after = dict(net.named_parameters())
    return {
        "returns the module": result is net,
        "dtypes": {name: t.dtype for name, t in tensors(net).items()},
        "values before": values,
        "values": {name: t.detach() for name, t in tensors(net).items()},
        "other objects": [name for name, p in before.items() if after.get(name) is not p],
        "new attributes": sorted(
            name for part, old in zip(net.modules(), attributes, strict=True) for name in set(vars(part)) - old
        ),
        "tied": net.head.weight is net.body[0].weight,
        "requires grad": {name: p.requires_grad for name, p in after.items()},
        "grads before": grads,
        "grads": {name: p.grad for name, p in after.items() if p.grad is not None},
    }


def refused(module_to: Callable[[nn.Module, torch.dtype], Any], dtype: torch.dtype) -> tuple[str, list[str]]:
    """The type of exception that the conversion ends with, and the tensors whose dtype has changed."""
    net = trained_net()
    before = {name: t.dtype for name, t in tensors(net).items()}
    try:
        module_to(net, dtype)
    except NotImplementedError:
        raise
    except Exception as error:
        raised = "TypeError" if isinstance(error, TypeError) else type(error).__name__
    else:
        raised = "nothing"
    return raised, [name for name, t in tensors(net).items() if t.dtype != before[name]]


def batch_norm_dtypes(module_to: Callable[[nn.Module, torch.dtype], Any], dtype: torch.dtype) -> dict[str, torch.dtype]:
    net = nn.BatchNorm1d(2)
    module_to(net, dtype)
    return {name: t.dtype for name, t in tensors(net).items()}
