"""Ways to read from tensors and to write into them, honest and other ones."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import torch
from torch import Tensor

Guard = Callable[[Tensor], AbstractContextManager[Any]]
Saves = Callable[[], AbstractContextManager[Any]]


def _swap(t: Tensor) -> None:
    """The first and the last entry of each row change places."""
    a = t.detach().numpy()
    a[..., [0, -1]] = a[..., [-1, 0]]


def _no_grad(t: Tensor) -> None:
    with torch.no_grad():
        t.mul_(2)


def _one_entry(t: Tensor) -> None:
    t.detach().numpy()[..., -1] += 1


def _same_values(t: Tensor) -> None:
    t.detach().numpy()[...] = t.detach().numpy().copy()


def _into_a_copy(t: Tensor) -> None:
    t.detach().clone().numpy()[...] = 7


def _first_sign(t: Tensor) -> None:
    t.data.neg_()


ACTIONS: dict[str, Callable[[Tensor], Any]] = {
    # writes that the version does not count
    "t.detach().numpy()[..., -1] += 1": _one_entry,
    "t.data.mul_(2)": lambda t: t.data.mul_(2),
    "t.data = t.data * 2": lambda t: setattr(t, "data", t.data * 2),
    "two entries swapped through numpy()": _swap,
    "t.data.neg_()": _first_sign,
    # writes that it counts
    "t.detach().mul_(2)": lambda t: t.detach().mul_(2),
    "t.mul_(2) under no_grad": _no_grad,
    # nothing is changed
    "t.detach().numpy().sum()": lambda t: t.detach().numpy().sum(),
    "t.data + 1": lambda t: t.data + 1,
    "the same values written through numpy()": _same_values,
    "a copy written into": _into_a_copy,
    "nothing": lambda t: None,
}


def made(kind: str, values: Tensor) -> Tensor:
    """The tensor that is guarded."""
    values = values.detach().clone()
    if kind == "parameter":
        return values.requires_grad_()
    if kind == "result":
        return values.requires_grad_() * 1.0
    if kind == "transposed":
        return values.mT.contiguous().mT
    return values


def guarding(guarded: Guard, kind: str, values: Tensor, action: str) -> str:
    """What comes out of a block in which something is done with t: "" or the exception."""
    t = made(kind, values)
    return told(lambda: within(guarded(t), lambda: ACTIONS[action](t)))


def within(block: AbstractContextManager[Any], action: Callable[[], Any]) -> None:
    with block:
        action()


def told(action: Callable[[], Any]) -> str:
    try:
        action()
    except NotImplementedError:
        raise
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def beside(guarded: Guard, base: Tensor) -> str:
    """What comes out when the guarded tensor is row 1 of a matrix, and row 0 is changed."""
    base = base.clone()
    return told(lambda: within(guarded(base[1]), lambda: _one_entry(base[0])))


def with_error(guarded: Guard, values: Tensor) -> str:
    """What comes out when t is changed and the block then raises KeyError."""
    t = values.clone()

    def action() -> None:
        _one_entry(t)
        raise KeyError("inside")

    return told(lambda: within(guarded(t), action))


def entered_later(guarded: Guard, values: Tensor) -> str:
    """What comes out when t is changed between guarded(t) and the block."""
    t = values.clone()
    block = guarded(t)
    _one_entry(t)
    return told(lambda: within(block, lambda: None))


def traces(guarded: Guard, values: Tensor) -> tuple[bool, bool, int]:
    """After a quiet block: does a parameter require grad, has a result its graph, the parameter's version."""
    w = made("parameter", values)
    y = w * 2.0
    grad_fn = y.grad_fn
    within(guarded(w), lambda: None)
    within(guarded(y), lambda: None)
    return w.requires_grad, y.grad_fn is grad_fn, w._version


def checked(checked_saves: Saves, values: Tensor, target: str, action: str, where: str = "after") -> tuple[str, Any]:
    """What comes out of backward, and the gradient, when something is done with a tensor of the graph.

    The graph is z = exp(x) * (x + c), c = 1; target: "result" is exp(x), which is saved, "factor" is x + c, which is
    saved too, "unsaved" is z, "parameter" is x, which is not saved.
    where: "after" the block, "inside" it, or "outside": the graph is built before the block.
    """
    x = made("parameter", values)
    if where == "outside":
        y, h = x.exp(), x + 1.0
        z = y * h
    with checked_saves():
        if where != "outside":
            y, h = x.exp(), x + 1.0
            z = y * h
        t = {"result": y, "factor": h, "unsaved": z, "parameter": x}[target]
        if where == "inside":
            ACTIONS[action](t)
    if where != "inside":
        ACTIONS[action](t)
    return told(lambda: z.sum().backward()), x.grad


def built_later(checked_saves: Saves, values: Tensor) -> str:
    """What comes out of backward when the graph is built, and spoiled, after the block."""
    with checked_saves():
        pass
    x = made("parameter", values)
    y = x.exp()
    _one_entry(y)
    return told(lambda: y.sum().backward())
