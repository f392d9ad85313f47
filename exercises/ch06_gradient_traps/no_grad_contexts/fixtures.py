"""A model with dropout and batch norm, some parts of it in eval mode, and what the functions do to it."""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import Any

import torch
from torch import Tensor, nn

Evaluating = Callable[[nn.Module], AbstractContextManager[None]]
Predict = Callable[[nn.Module, Iterable[Tensor]], Tensor]


class Net(nn.Module):
    """Linear, batch norm, dropout, linear; notes in which mode and with which gradient mode it was called."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.norm = nn.Linear(3, 4), nn.BatchNorm1d(4)
        self.drop, self.last = nn.Dropout(0.5), nn.Linear(4, 2)
        self.calls: list[tuple[bool, bool]] = []

    def forward(self, x: Tensor) -> Tensor:
        self.calls.append((any(m.training for m in self.modules()), torch.is_grad_enabled()))
        if not bool(torch.isfinite(x).all()):
            raise ValueError("an input that is not finite")
        return self.last(self.drop(self.norm(self.first(x))))


def net(values: Tensor, eval_parts: tuple[str, ...] = ()) -> Net:
    """A Net in float64 whose parameters and buffers are filled from a vector of values; some parts are in eval mode."""
    model = Net().double()
    start = 0
    for tensor in (*model.parameters(), model.norm.running_mean, model.norm.running_var):
        tensor.data.copy_(values[start : start + tensor.numel()].abs().view_as(tensor))
        start += tensor.numel()
    model.norm.num_batches_tracked.fill_(int(values[0].abs() * 1000))
    for name in eval_parts:
        model.get_submodule(name).training = False
    return model


def modes(model: nn.Module) -> list[bool]:
    return [module.training for module in model.modules()]


def averaged(
    ema_update: Callable[[nn.Module, nn.Module, float], None], ema: Tensor, model: Tensor, decay: float
) -> dict[str, Any]:
    """The averaged state, the model's state, and whether every tensor is the same object, memory and kind as before."""
    average, source = net(ema), net(model)
    before = {name: (id(t), t.data_ptr(), t.requires_grad, t.grad_fn) for name, t in _tensors(average).items()}
    ema_update(average, source, decay)
    after = {name: (id(t), t.data_ptr(), t.requires_grad, t.grad_fn) for name, t in _tensors(average).items()}
    return {
        "ema": {name: t.detach() for name, t in _tensors(average).items()},
        "model": {name: t.detach() for name, t in _tensors(source).items()},
        "moved": [name for name in before if before[name] != after[name]],
        "shared": [n for n, t in _tensors(average).items() if t.data_ptr() == _tensors(source)[n].data_ptr()],
    }


def _tensors(model: nn.Module) -> dict[str, Tensor]:
    return {**dict(model.named_parameters()), **dict(model.named_buffers())}


def inside_and_after(evaluating: Evaluating, values: Tensor, eval_parts: tuple[str, ...]) -> dict[str, Any]:
    """The modes before, inside and after, the gradient mode inside, and what comes out of a block that raises."""
    model = net(values, eval_parts)
    found: dict[str, Any] = {"before": modes(model)}
    with evaluating(model):
        found["inside"], found["records inside"] = modes(model), torch.is_grad_enabled()
    found["after"] = modes(model)
    try:
        with evaluating(model):
            raise KeyError("inside")
    except KeyError:
        found["error comes out"] = True
    return {**found, "after an error": modes(model)}


def entered_later(evaluating: Evaluating, values: Tensor) -> bool:
    """Whether a mode that is set between evaluating(model) and `with` is the one that comes back."""
    model = net(values)
    block = evaluating(model)
    model.drop.eval()
    with block:
        pass
    return modes(model) == [True, True, True, False, True]


def leave_alone(ema: nn.Module, model: nn.Module, decay: float) -> None:
    """An ema_update that does nothing."""


def predicted(
    predict: Predict,
    values: Tensor,
    batches: list[Tensor],
    eval_parts: tuple[str, ...] = (),
    only_once: bool = False,
) -> dict[str, Any]:
    """What predict gives for a Net, and what it leaves behind. only_once: the loader is an iterator."""
    model = net(values, eval_parts)
    before = modes(model)
    statistics = model.norm.running_mean.clone()
    out = predict(model, iter(batches) if only_once else batches)
    return {
        "out": out.detach(),
        "requires grad": out.requires_grad,
        "is an inference tensor": out.is_inference(),
        "calls": list(model.calls),
        "modes restored": modes(model) == before,
        "statistics kept": torch.equal(statistics, model.norm.running_mean),
        "records afterwards": torch.is_grad_enabled(),
    }


def eval_outputs(values: Tensor, batches: list[Tensor]) -> Tensor:
    model = net(values).eval()
    return torch.cat([model(x) for x in batches]).detach()


def after_an_error(predict: Predict, values: Tensor) -> tuple[str, bool, bool]:
    """What comes out for an input that the model refuses, whether the modes are restored, whether autograd records."""
    model = net(values, ("norm",))
    before, told = modes(model), "nothing"
    try:
        predict(model, [torch.ones(2, 3, dtype=torch.float64), torch.full((2, 3), float("nan"), dtype=torch.float64)])
    except NotImplementedError:
        raise
    except Exception as error:
        told = type(error).__name__
    return told, modes(model) == before, torch.is_grad_enabled()


def trains_on(predict: Predict, values: Tensor, batches: list[Tensor]) -> Tensor:
    """The gradient of a weight w in sum((predictions * w)²), w = 1: the predictions are needed for backward."""
    out = predict(net(values), batches)
    w = torch.ones(out.shape[1], dtype=torch.float64, requires_grad=True)
    (out * w).square().sum().backward()
    assert w.grad is not None
    return w.grad


def under_no_grad(predict: Predict, values: Tensor, batches: list[Tensor]) -> bool:
    """Whether gradient mode is still off after predict was called under no_grad."""
    with torch.no_grad():
        predict(net(values), batches)
        return not torch.is_grad_enabled()
