"""Losses that tell how many of their graphs are alive, and what a device would have to be waited for."""

import gc
import weakref
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode

# What hands a tensor's values to Python, or fetches them from the device.
READS = {"item", "tolist", "numpy", "cpu", "__float__", "__int__", "__bool__", "__index__", "__format__", "__array__"}


class Reads(TorchFunctionMode):
    """Notes every call that waits for a value."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def __torch_function__(self, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        self.names += [function.__name__] if function.__name__ in READS else []
        return function(*args, **(kwargs or {}))


class Graphs:
    """Watches the graphs of tensors: each grad_fn that is asked about is alive as long as something keeps it."""

    def __init__(self) -> None:
        self.tokens: list[weakref.ref[Any]] = []

    def watch(self, tensor: Tensor) -> Tensor:
        """The tensor itself; its graph then holds a token."""
        token = _Token()
        self.tokens.append(weakref.ref(token))
        if tensor.grad_fn is not None:
            tensor.grad_fn.metadata["token"] = token
        return tensor

    def alive(self) -> int:
        gc.collect()
        return sum(token() is not None for token in self.tokens)


class _Token:
    pass


def losses_of(values: list[float], dtype: torch.dtype) -> Iterable[Tensor]:
    w = torch.ones((), dtype=dtype, requires_grad=True)
    for value in values:
        yield w * torch.tensor(value, dtype=dtype)


def metered(make_meter: Callable[[], Any], values: list[float], sizes: list[int], dtype: torch.dtype) -> list[Any]:
    """value() after every update, the first one before any."""
    meter = make_meter()
    found = [meter.value()]
    for loss, n in zip(losses_of(values, dtype), sizes, strict=True):
        meter.update(loss, n)
        found.append(meter.value())
    return found


def overwritten(make_meter: Callable[[], Any], values: list[float]) -> Any:
    """value() when every loss stands in the same tensor, which is written into after each update."""
    meter, loss = make_meter(), torch.zeros(())
    for value in values:
        loss.fill_(value)
        meter.update(loss, 1)
    loss.fill_(1000.0)
    return meter.value()


def graphs_alive(make_meter: Callable[[], Any], steps: int) -> int:
    """How many graphs are alive after so many updates."""
    meter, graphs = make_meter(), Graphs()
    for loss in losses_of([1.0] * steps, torch.float32):
        meter.update(graphs.watch(loss.exp()), 1)
    del loss
    return graphs.alive()


def reads(make_meter: Callable[[], Any], steps: int) -> list[str]:
    """The calls that wait for a value in so many updates."""
    meter, losses = make_meter(), list(losses_of([1.0] * steps, torch.float32))
    with Reads() as mode:
        for loss in losses:
            meter.update(loss, 1)
    return mode.names


class Net(nn.Module):
    """x @ weight, or zeros in train mode with dropout; notes whether autograd records."""

    def __init__(self, weight: Tensor, dropout: bool = False) -> None:
        super().__init__()
        self.weight, self.drop = nn.Parameter(weight.clone()), nn.Dropout(1.0 if dropout else 0.0)
        self.records: list[bool] = []

    def forward(self, x: Tensor) -> Tensor:
        self.records.append(torch.is_grad_enabled())
        return self.drop(x @ self.weight)


def collected(
    collect: Callable[[nn.Module, Iterable[Tensor]], np.ndarray],
    weight: Tensor,
    batches: list[Tensor],
    only_once: bool = False,
    training: bool = True,
    dropout: bool = False,
) -> dict[str, Any]:
    """What collect_predictions gives, how the model was called, and in which modes things are afterwards."""
    model = Net(weight, dropout).train(training)
    out = collect(model, iter(batches) if only_once else batches)
    return {
        "out": out,
        "is an array": type(out) is np.ndarray,
        "records": model.records,
        "training afterwards": model.training,
        "records afterwards": torch.is_grad_enabled(),
    }


class Concatenations(TorchDispatchMode):
    """Counts the rows that torch.cat and its like put out."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = 0

    def __torch_dispatch__(self, operator: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        out = operator(*args, **(kwargs or {}))
        if operator.name().split(".")[0] in ("aten::cat", "aten::stack", "aten::concat"):
            self.rows += len(out)
        return out


def copies_made(collect: Callable[[nn.Module, Iterable[Tensor]], np.ndarray], weight: Tensor, batches: int) -> int:
    """How many rows are copied in concatenations, for so many batches of one row."""
    model, loader = Net(weight), [torch.ones(1, weight.shape[0], dtype=weight.dtype)] * batches
    with Concatenations() as counted:
        collect(model, loader)
    return counted.rows
