"""A model that notes what it is given, and what is still kept for a backward when it is called."""

import weakref
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn

LOSSES: dict[str, Callable[..., Tensor]] = {
    "mse": nn.functional.mse_loss,
    "classes": nn.functional.cross_entropy,
}


class Saved:
    """One tensor that an operation has saved for its backward."""

    def __init__(self, tensor: Tensor) -> None:
        self.tensor = tensor


class Net(nn.Module):
    """tanh(x @ inner.T + shift) @ outer.T; `frozen` and `unused` are parameters that get no gradient."""

    def __init__(self, inner: Tensor, shift: Tensor, outer: Tensor) -> None:
        super().__init__()
        self.inner = nn.Parameter(inner.clone())
        self.shift = nn.Parameter(shift.clone())
        self.outer = nn.Parameter(outer.clone())
        self.frozen = nn.Parameter(torch.ones_like(shift), requires_grad=False)
        self.unused = nn.Parameter(torch.ones_like(shift))
        self.rows: list[Tensor] = []  # what each call was given
        self.kept: list[int] = []  # how many tensors earlier calls still kept for a backward
        self._saved: weakref.WeakSet[Saved] = weakref.WeakSet()

    def forward(self, x: Tensor) -> Tensor:
        self.rows.append(x.detach().clone())
        self.kept.append(len(self._saved))
        with torch.autograd.graph.saved_tensors_hooks(self._pack, lambda saved: saved.tensor):
            return torch.tanh(x @ self.inner.T + self.shift * self.frozen) @ self.outer.T

    def _pack(self, tensor: Tensor) -> Saved:
        saved = Saved(tensor)
        self._saved.add(saved)
        return saved


def make_net(inner: Tensor, shift: Tensor, outer: Tensor) -> Net:
    """inner: (H, D), shift: (H,), outer: (K, H)"""
    return Net(inner, shift, outer)


def used_before(net: Net, x: Tensor) -> None:
    """Leave gradients of something else in the net, in `unused` too."""
    (net(x).sum() + net.unused.sum()).backward()
    net.rows.clear()
    net.kept.clear()


def run(accumulate: Callable[..., Any], net: Net, loss: str, reduction: str, *args: Any) -> Any:
    """accumulate(net, loss_fn, *args), args being X, y, micro; `reduction` is passed on unless it is the mean."""

    def loss_fn(prediction: Tensor, target: Tensor) -> Tensor:
        return LOSSES[loss](prediction, target, reduction=reduction)

    if reduction == "mean":
        return accumulate(net, loss_fn, *args)
    return accumulate(net, loss_fn, *args, reduction)


def gradients(net: Net) -> dict[str, Tensor | None]:
    return {name: p.grad for name, p in net.named_parameters()}


def notes(net: Net) -> tuple[list[Tensor], list[int]]:
    return net.rows, net.kept


def example(accumulate: Callable[..., Any], reduction: str) -> tuple[Any, Tensor | None]:
    """What accumulate returns for the example of the statement, and the gradient that it leaves."""
    model = nn.Linear(1, 1, bias=False)
    nn.init.zeros_(model.weight)
    X, y = torch.tensor([[1.0], [2.0], [3.0]]), torch.full((3, 1), 3.0)
    loss = accumulate(model, nn.MSELoss(reduction=reduction), X, y, 2, reduction)
    return loss, model.weight.grad
