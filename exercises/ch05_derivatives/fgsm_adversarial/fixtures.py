"""Models to attack, made where your code runs, and what is left of them afterwards."""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F


class Raises(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        raise ArithmeticError("this layer always fails")


def square_loss(output: Tensor, y: Tensor) -> Tensor:
    return (output - y).square().mean()


LOSSES: dict[str, Callable[[Tensor, Tensor], Tensor]] = {"square": square_loss, "cross entropy": F.cross_entropy}


def linear(weight: Tensor) -> nn.Module:
    """x (N, D) -> (N, K), weight (K, D), no bias."""
    layer = nn.Linear(weight.shape[1], weight.shape[0], bias=False).to(weight.dtype)
    layer.load_state_dict({"weight": weight})
    return layer


def mlp(weights: Sequence[Tensor]) -> nn.Module:
    """x (N, D) -> (N, K), with dropout and a BatchNorm between two layers, all in training mode."""
    first, second = linear(weights[0]), linear(weights[1])
    norm = nn.BatchNorm1d(len(weights[0])).to(weights[0].dtype)
    norm.load_state_dict({"running_mean": weights[2], "running_var": weights[3]}, strict=False)
    return nn.Sequential(first, norm, nn.Tanh(), nn.Dropout(0.5), second)


def attack(f: Callable[..., Any], kind: str, weights: Sequence[Tensor], loss: str, *args: Any) -> Any:
    """f(model, loss_fn, *args) for a linear model, or one of two layers in "evaluation" or "training" mode."""
    model = linear(weights[0]) if kind == "linear" else mlp(weights).train(kind == "training")
    return f(model, LOSSES[loss], *args)


def attack_unusual(f: Callable[..., Any], how: str, weights: Sequence[Tensor], x: Tensor, *args: Any) -> Any:
    """f under no_grad, with frozen parameters, with an x that is a leaf that requires grad or a result; detached."""
    model = mlp(weights)
    if how == "frozen":
        model.requires_grad_(False)
    leaf = x.clone().requires_grad_(how in ("leaf", "result"))
    given = leaf * 1 if how == "result" else leaf
    with torch.set_grad_enabled(how != "no_grad"):
        result = f(model, F.cross_entropy, given, *args)
    changes = {
        "the values of x": not torch.equal(given.detach(), x),
        "requires_grad of x": given.requires_grad != (how in ("leaf", "result")),
        "the .grad of x": leaf.grad is not None,
        "the graph of the result, which should have none": result.requires_grad,
        "x when the result does, since they share memory": result.untyped_storage().data_ptr()
        == given.untyped_storage().data_ptr(),
    }
    return result.detach(), [what for what, changed in changes.items() if changed]


def state_of(model: nn.Module) -> dict[str, Any]:
    return {
        "training flags": [part.training for part in model.modules()],
        "parameters": [p.detach().clone() for p in model.parameters()],
        "requires_grad": [p.requires_grad for p in model.parameters()],
        "gradients": [None if p.grad is None else p.grad.clone() for p in model.parameters()],
        "running statistics": [b.clone() for b in model.buffers()],
    }


def same(a: Any, b: Any) -> bool:
    if isinstance(a, Tensor) and isinstance(b, Tensor):
        return torch.equal(a, b)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(same(*pair) for pair in zip(a, b, strict=True))
    return a is b


def traces(f: Callable[..., Any], weights: Sequence[Tensor], raises: bool, *args: Any) -> Any:
    """What is not as before after f(model, loss_fn, *args) in parts of a model, and what came out of f.

    The model is in training mode, but for a BatchNorm that is frozen; a parameter is frozen, others have a gradient.
    """
    model = mlp(weights).train()
    if raises:
        model.append(Raises())
    parts = list(model)
    parts[1].eval()
    for p in model.parameters():
        p.grad = torch.full_like(p, 0.5)
    parts[0].weight.requires_grad_(False)
    before, raised = state_of(model), None
    try:
        f(model, F.cross_entropy, *args)
    except ArithmeticError as error:
        raised = type(error).__name__
    after = state_of(model)
    return [part for part in before if not same(before[part], after[part])], raised


def train(
    f: Callable[..., Any], kind: str, weights: Sequence[Tensor], loss: str, lr: float, x: Tensor, y: Tensor, eps: float
) -> Any:
    """What an adversarial step returns, the weights after it; the model has old gradients."""
    model = linear(weights[0]) if kind == "linear" else nn.Sequential(linear(weights[0]), nn.Tanh(), linear(weights[1]))
    for p in model.parameters():
        p.grad = torch.full_like(p, 100.0)
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    result = f(model, LOSSES[loss], optimizer, x, y, eps)
    return result, [p.detach() for p in model.parameters()]


class Notes(list[bool]):
    """A copy of a model writes into the same notes."""

    def __deepcopy__(self, memo: object) -> "Notes":
        return self


class ModeRecorder(nn.Module):
    """Notes for each forward, of itself or of a copy, whether it is in training mode."""

    def __init__(self) -> None:
        super().__init__()
        self.seen = Notes()

    def forward(self, x: Tensor) -> Tensor:
        self.seen.append(self.training)
        return x


def modes_of_a_step(f: Callable[..., Any], training: bool, weight: Tensor, x: Tensor, y: Tensor, eps: float) -> Any:
    """The mode of the model at each forward of an adversarial step."""
    recorder = ModeRecorder()
    model = nn.Sequential(recorder, linear(weight)).train(training)
    f(model, F.cross_entropy, torch.optim.SGD(model.parameters(), lr=0.1), x, y, eps)
    return list(recorder.seen)
