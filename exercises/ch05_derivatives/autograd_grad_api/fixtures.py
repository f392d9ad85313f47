"""Losses with a graph, made where your code runs, and what your code does with them."""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F


def leaves(values: Sequence[Tensor]) -> list[Tensor]:
    return [value.clone().requires_grad_() for value in values]


def losses_of(a: Tensor, b: Tensor, c: Tensor) -> dict[str, Tensor]:
    """Scalar losses by name; `hidden` is an intermediate result of a."""
    hidden = a.sin()
    return {
        "squares": (a * a).sum(),
        "sum": a.sum(),
        "through hidden": (hidden * hidden).sum() + (b**3).sum(),
        "b alone": b.exp().sum(),
        "matrix": ((c @ c.mT) ** 2).sum() + (c * a.sum()).sum(),
        "no graph": torch.ones((), dtype=a.dtype),
    }


def single(f: Callable[..., Any], name: str, values: Sequence[Tensor]) -> Any:
    """f(loss, [a, b, c])."""
    tensors = leaves(values)
    return f(losses_of(*tensors)[name], tensors)


def weighted(f: Callable[..., Any], names: Sequence[str], weights: Sequence[float], values: Sequence[Tensor]) -> Any:
    """f(losses, weights, [a, b, c])."""
    tensors = leaves(values)
    losses = losses_of(*tensors)
    return f([losses[name] for name in names], list(weights), tensors)


def stacked(f: Callable[..., Any], names: Sequence[str], values: Sequence[Tensor]) -> Any:
    """f(losses as one tensor, [a, b, c])."""
    tensors = leaves(values)
    losses = losses_of(*tensors)
    return f(torch.stack([losses[name] for name in names]), tensors)


def walks_of_losses(f: Callable[..., Any], kind: str, a: Tensor, count: int) -> int:
    """How often a result that all of `count` losses depend on is passed on the way back."""
    (a,) = leaves([a])
    shared, seen = a.sin(), []
    shared.register_hook(lambda grad: seen.append(1))
    losses = [(shared * (i + 1)).sum() for i in range(count)]
    if kind == "grads_of_weighted":
        f(losses, [1.0] * count, [a])
    else:
        f(torch.stack(losses), [a])
    return len(seen)


def intermediate(f: Callable[..., Any], kind: str, a: Tensor) -> Any:
    """Gradients with respect to a result of other computations, h = a², for the loss Σ h³ (and Σ h)."""
    (a,) = leaves([a])
    h = a * a
    cubes, total = (h**3).sum(), h.sum()
    if kind == "grads_or_zero":
        return f(cubes, [h, a])
    if kind == "grads_of_weighted":
        return f([cubes, total], [2.0, 3.0], [h, a])
    return f(torch.stack([cubes, total]), [h, a])


def refused(f: Callable[..., Any], kind: str, mistake: str, a: Tensor) -> str:
    """The type of exception for a parameter or loss that is a mistake; "nothing" if there is none."""
    (a,) = leaves([a])
    loss = a.sum()
    params = [a, a.detach()] if mistake == "detached parameter" else [a]
    if mistake == "several elements":
        loss = a * 2
    if mistake == "no graph":
        loss = loss.detach()
    try:
        if kind == "grads_of_weighted":
            f([loss], [1.0], params)
        elif kind == "grads_per_loss":
            f(loss[None], params)
        else:
            f(loss, params)
    except RuntimeError as error:
        if isinstance(error, NotImplementedError):
            raise
        return "RuntimeError"
    except Exception as error:
        return type(error).__name__
    return "nothing"


def empty(f: Callable[..., Any], kind: str, a: Tensor) -> Any:
    """Without parameters."""
    (a,) = leaves([a])
    if kind == "grads_of_weighted":
        return f([a.sum()], [1.0], [])
    return f(a.sum()[None] if kind == "grads_per_loss" else a.sum(), [])


def has_graph(result: Tensor) -> bool:
    """A result that requires grad need not have one: the zeros of materialize_grads do in torch 2.9, and are leaves."""
    return result.grad_fn is not None


def traces(f: Callable[..., Any], kind: str, a: Tensor, b: Tensor) -> list[str]:
    """What f changes or leaves: the .grad of parameters (used and unused) and graphs on results."""
    a, b = leaves([a, b])
    a.grad = torch.full_like(a, 0.5)
    loss, other = (a * a).sum(), (a**3).sum()
    if kind == "grads_or_zero":
        grads = f(loss, [a, b])
    elif kind == "grads_of_weighted":
        grads = f([loss, other], [1.0, 2.0], [a, b])
    else:
        grads = f(torch.stack([loss, other]), [a, b])
    changed = []
    if not bool((a.grad == 0.5).all()) or b.grad is not None:
        changed.append("the .grad of parameters changes")
    if any(grad is not None and has_graph(grad) for grad in grads):
        changed.append("a result has a graph")
    return changed


class Net(nn.Module):
    """Two layers and a parameter that nothing uses; notes how often gradients come back to the output."""

    def __init__(self, first: Tensor, shift: Tensor, second: Tensor) -> None:
        super().__init__()
        self.first = nn.Linear(first.shape[1], first.shape[0], dtype=first.dtype)
        self.second = nn.Linear(second.shape[1], second.shape[0], bias=False, dtype=second.dtype)
        self.unused = nn.Parameter(torch.ones(2, dtype=first.dtype))
        self.walks: list[int] = []
        self.first.load_state_dict({"weight": first, "bias": shift})
        self.second.load_state_dict({"weight": second})

    def forward(self, x: Tensor) -> Tensor:
        output = self.second(torch.tanh(self.first(x)))
        if output.requires_grad:
            output.register_hook(lambda grad: self.walks.append(1))
        return output


def sample_loss(output: Tensor, y: Tensor) -> Tensor:
    return F.cross_entropy(output, y, reduction="none")


def of_samples(
    f: Callable[..., Any], weights: Sequence[Tensor], X: Tensor, y: Tensor, frozen: Sequence[str] = ()
) -> Any:
    """Per-sample gradients of a net, some of whose parameters are frozen."""
    net = Net(*weights)
    for name, p in net.named_parameters():
        p.requires_grad_(name not in frozen)
    return f(net, sample_loss, X, y)


def of_linear(f: Callable[..., Any], weight: Tensor, X: Tensor, y: Tensor) -> Any:
    """Per-sample gradients of a linear model without bias, for the losses output - y."""
    model = nn.Linear(weight.shape[1], 1, bias=False)
    model.load_state_dict({"weight": weight})
    return f(model, lambda output, y: output[:, 0] - y, X, y)


def traces_of_samples(f: Callable[..., Any], weights: Sequence[Tensor], X: Tensor, y: Tensor) -> list[str]:
    """What per-sample gradients change in a net, or leave on their results."""
    net = Net(*weights)
    for p in net.parameters():
        p.grad = torch.full_like(p, 0.5)
    net.second.weight.requires_grad_(False)
    grads = f(net, sample_loss, X, y)
    changed = []
    if any(p.grad is None or not bool((p.grad == 0.5).all()) for p in net.parameters()):
        changed.append("the .grad of parameters changes")
    if [name for name, p in net.named_parameters() if not p.requires_grad] != ["second.weight"]:
        changed.append("requires_grad of parameters changes")
    if any(has_graph(grad) for grad in grads.values()):
        changed.append("a result has a graph")
    return changed


def walks_of_samples(f: Callable[..., Any], weights: Sequence[Tensor], X: Tensor, y: Tensor) -> int:
    """How often gradients come back to the output of the net."""
    net = Net(*weights)
    f(net, sample_loss, X, y)
    return len(net.walks)
