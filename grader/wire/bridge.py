"""The node through which gradients cross: its backward asks the other side for the vector-Jacobian product."""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor

Product = Callable[[int, Sequence[Tensor | None]], Sequence[Tensor | None]]
_ALIVE = torch.zeros(())  # saved in each node, so that the engine refuses a second backward through a freed graph


class Link:
    """What a node knows of the other side: its number there and how to ask. Noted in ``dead`` when the graph goes."""

    __slots__ = ("_dead", "count", "number", "product")

    def __init__(self, number: int, count: int, product: Product, dead: list[int]) -> None:
        self.number = number
        self.count = count
        self.product = product
        self._dead = dead

    def __del__(self) -> None:
        self._dead.append(self.number)


class Bridge(torch.autograd.Function):
    """Outputs: values made on the other side. Inputs: the shared tensors that they depend on there, and an anchor."""

    @staticmethod
    def forward(ctx: Any, link: Link, values: list[Tensor], dirty: list[Tensor], *inputs: Tensor) -> tuple[Tensor, ...]:
        ctx.link = link
        ctx.inputs = len(inputs)
        ctx.set_materialize_grads(False)
        ctx.save_for_backward(_ALIVE)
        if dirty:
            ctx.mark_dirty(*dirty)
        return tuple(values)

    @staticmethod
    def backward(ctx: Any, *cotangents: Tensor | None) -> tuple[Tensor | None, ...]:
        ctx.saved_tensors  # noqa: B018  raises torch's own error when the graph was freed
        link: Link = ctx.link
        if all(g is None for g in cotangents):
            return tuple([None] * (3 + ctx.inputs))
        grads = list(link.product(link.number, cotangents))[: link.count]
        return (None, None, None, *grads, *([None] * (ctx.inputs - len(grads))))


def anchor(accumulated: Callable[[], None], passed: Callable[[], None]) -> Tensor:
    """A leaf that stands for all leaves of the other side; ``accumulated`` is called when the engine gets to it.

    ``passed`` is called instead when the engine of a third graph, of which this one is a part, got there.
    """
    leaf = torch.zeros((), requires_grad=True)
    leaf.bridge_passed = passed  # type: ignore[attr-defined]
    leaf.register_post_accumulate_grad_hook(lambda _: accumulated())  # type: ignore[no-untyped-call]
    return leaf


def connect(link: Link, values: list[Tensor], dirty: list[Tensor], inputs: Sequence[Tensor]) -> tuple[Tensor, ...]:
    """Put values into this side's graph: they get a grad_fn whose backward asks the other side."""
    with torch.inference_mode(False), torch.enable_grad():
        return Bridge.apply(link, values, dirty, *inputs)  # type: ignore[no-any-return, no-untyped-call]
