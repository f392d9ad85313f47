"""Graphs, models and backward passes that run beside your code."""

import warnings
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn


def leaf(x: Tensor) -> Tensor:
    return x.detach().clone().requires_grad_(x.requires_grad)


# -- clip_gradient -----------------------------------------------------------------------------------------------------


def clipped_sum(clip_gradient: Callable[..., Any], limit: float, weight: Tensor) -> dict[str, Tensor]:
    """The gradients of a and b for ((a + b) * weight).sum(), where that of a is clipped."""
    a, b = (torch.zeros_like(weight).requires_grad_() for _ in "ab")
    clip_gradient(a, limit)
    ((a + b) * weight).sum().backward()
    return {"a": a.grad, "b": b.grad}


def clipped_on_the_way(clip_gradient: Callable[..., Any], limit: float, weight: Tensor) -> Tensor:
    """The gradient of x for (y * weight).sum(), where y = 5 * x is clipped."""
    x = torch.zeros_like(weight).requires_grad_()
    y = x * 5
    clip_gradient(y, limit)
    (y * weight).sum().backward()
    return x.grad


def clipped_then_removed(clip_gradient: Callable[..., Any], limit: float, weight: Tensor) -> list[Tensor]:
    """The gradient of x for (x * weight).sum(), with the hook, and after handle.remove()."""
    x, seen = torch.zeros_like(weight).requires_grad_(), []
    handle = clip_gradient(x, limit)
    for _ in range(2):
        x.grad = None
        (x * weight).sum().backward()
        seen.append(x.grad)
        handle.remove()
    return seen


# -- order_of_execution ------------------------------------------------------------------------------------------------


def evaluate(steps: list[tuple], leaves: list[Tensor]) -> Tensor:
    """The last result of some steps (name, *positions of earlier values); the leaves come first."""
    values = list(leaves)
    for name, *positions in steps:
        values.append(getattr(torch, name)(*(values[i] for i in positions)))
    return values[-1]


def execute(order_of_execution: Callable[..., Any], steps: list[tuple], inputs: list[Tensor]) -> tuple[Any, list[Any]]:
    """What order_of_execution returns, and the gradients that it leaves."""
    leaves = [leaf(x) for x in inputs]
    names = order_of_execution(evaluate(steps, leaves))
    return names, [x.grad for x in leaves]


def length_before_and_after(order_of_execution: Callable[..., Any]) -> tuple[int, int]:
    """How long the returned list is, at once and after the backward of another loss that shares nodes with this one."""
    x = torch.zeros(3, requires_grad=True)
    y = x + 1
    loss, other = y.sum(), y.mean()
    names = order_of_execution(loss)
    before = len(names)
    other.backward()
    return before, len(names)


# -- record_gradients --------------------------------------------------------------------------------------------------


class Net(nn.Module):
    """Modules in modules, one that is called twice, and one that is not called."""

    def __init__(self) -> None:
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(3, 4), nn.Tanh())
        self.twice = nn.Linear(4, 4)
        self.head = nn.Linear(4, 1)
        self.spare = nn.Linear(2, 2)

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.twice(self.twice(self.encoder(x))))


def make_net(state: dict[str, Tensor]) -> Net:
    net = Net().to(torch.float64)
    net.load_state_dict(state, strict=False)
    return net


def record_example(record_gradients: Callable[..., Any]) -> dict[str, list[Tensor]]:
    """The example of the statement."""
    model = nn.Sequential(nn.Linear(2, 1), nn.ReLU())
    model.load_state_dict({"0.weight": torch.ones(1, 2), "0.bias": torch.zeros(1)})
    with quiet(), record_gradients(model) as records:
        (2 * model(torch.tensor([[1.0, 2.0], [-1.0, -2.0]]))).sum().backward()
    return records


def recorded(record_gradients: Callable[..., Any], net: Net, x: Tensor, times: int = 1) -> dict[str, list[Tensor]]:
    """What is recorded of `times` backward passes of net(x).square().mean()."""
    with quiet(), record_gradients(net) as records:
        for _ in range(times):
            net(x).square().mean().backward()
    return records


def recorded_with_a_graph(record_gradients: Callable[..., Any], net: Net, x: Tensor) -> list[bool]:
    """For every recorded gradient of a backward that builds a graph: whether it belongs to it."""
    with quiet(), record_gradients(net) as records:
        torch.autograd.grad(net(x).square().mean(), list(net.head.parameters()), create_graph=True)
    return [grad.requires_grad for grads in records.values() for grad in grads]


def recorded_under_no_grad(record_gradients: Callable[..., Any], net: Net, x: Tensor) -> int:
    """How many gradients are recorded of a forward that records no graph."""
    with quiet(), record_gradients(net) as records, torch.no_grad():
        net(x)
    return sum(map(len, records.values()))


def count_hooks(net: Net) -> int:
    kinds = ("_forward_hooks", "_forward_pre_hooks", "_backward_hooks", "_backward_pre_hooks")
    return sum(len(getattr(module, kind)) for module in net.modules() for kind in kinds)


def hooks_and_errors(record_gradients: Callable[..., Any], net: Net, x: Tensor, fails: bool) -> dict[str, Any]:
    """The hooks of a net that has one of its own, before and after a block; whether the block's error came out."""
    handle = net.head.register_forward_hook(lambda module, args, output: None)
    before, came_out = count_hooks(net), False
    try:
        with quiet(), record_gradients(net):
            net(x).sum().backward()
            if fails:
                raise KeyError("an error in the block")
    except KeyError:
        came_out = True
    after = count_hooks(net)
    handle.remove()
    return {"before": before, "after": after, "came out": came_out}


def quiet() -> Any:
    """Full backward hooks warn when no input of the module requires grad; their gradients are right all the same."""
    return _Quiet()


class _Quiet(warnings.catch_warnings):
    def __enter__(self) -> Any:
        entered = super().__enter__()
        warnings.filterwarnings("ignore", message="Full backward hook is firing")
        return entered


# -- ScaleGrad ---------------------------------------------------------------------------------------------------------


def forward_and_gradient(ScaleGrad: Any, s: float, x: Tensor, upstream: Tensor) -> dict[str, Any]:
    """ScaleGrad(s)(x), and the gradient of x."""
    x = leaf(x)
    y = ScaleGrad(s)(x)
    y.backward(upstream)
    return {"y": y.detach(), "grad": x.grad}


def beside(ScaleGrad: Any, s: float, x: Tensor) -> Tensor:
    """The gradient of x for (ScaleGrad(s)(x) + x).sum()."""
    x = leaf(x)
    (ScaleGrad(s)(x) + x).sum().backward()
    return x.grad


def again(ScaleGrad: Any, s: float, x: Tensor) -> Tensor:
    """The gradient of x from a second pass through the same module."""
    x, module = leaf(x), ScaleGrad(s)
    for _ in range(2):
        x.grad = None
        module(x).sum().backward()
    return x.grad


def second_order(ScaleGrad: Any, s: float, x: Tensor) -> Tensor:
    """The gradient of the sum of the gradient of (ScaleGrad(s)(x) ** 3).sum()."""
    x = leaf(x)
    (grad,) = torch.autograd.grad((ScaleGrad(s)(x) ** 3).sum(), x, create_graph=True)
    return torch.autograd.grad(grad.sum(), x)[0]


def without_gradient(ScaleGrad: Any, x: Tensor) -> dict[str, Any]:
    """The results for an x that requires no grad, and for one that does, under no_grad; the module's state."""
    module = ScaleGrad(0.5)
    constant = module(x.detach())
    with torch.no_grad():
        untracked = module(leaf(x))
    return {
        "values": [constant.detach(), untracked.detach()],
        "state": list(module.state_dict()),
    }
