"""The autograd graph across the boundary: nodes of this side, and what this side's engine did with the other's."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import torch
from torch import Tensor
from torch.autograd.graph import GradientEdge

from grader.wire import bridge, graph
from grader.wire.modes import LOOSE
from grader.wire.twins import Edge
from grader.wire.violation import ProtocolViolation

Request = Callable[..., Any]


class Gradients:
    """Nodes of the other side ask through the ``request`` that they were connected with."""

    def __init__(self) -> None:
        self._nodes: dict[int, graph.Node] = {}
        self._numbers = 0
        self._accumulated: list[int] = []  # nodes that this side's engine reached in the running backward
        self._returns = False
        self.dead: list[int] = []  # nodes of the other side that no graph of this side has any more
        self.passes: list[list[int]] = []  # complete backward passes that the other side does not know of yet

    @property
    def news(self) -> bool:
        """Whether there is something that the other side does not know of yet."""
        return bool(self.dead or self.passes)

    # -- nodes of this side ------------------------------------------------------------------------------------

    def new_node(
        self, outputs: list[GradientEdge], inputs: list[tuple[int, Edge | Tensor]], hidden: list[Tensor]
    ) -> graph.Node:
        self._numbers += 1
        node = self._nodes[self._numbers] = graph.Node(self._numbers, outputs, inputs, hidden)
        return node

    def products(self, number: Any, cotangents: Any) -> list[Tensor | None]:
        """Answer for the gradients of a node that this side sent."""
        node = self._nodes.get(number)
        if node is None or type(cotangents) is not list or len(cotangents) != len(node.outputs):
            raise ProtocolViolation("asks for gradients of what it was not given")
        return graph.products(node, cotangents)

    def accumulate(self, numbers: Iterable[Any]) -> None:
        graph.accumulate([node for number in numbers if (node := self._nodes.get(number)) is not None])

    def release(self, numbers: Iterable[Any]) -> None:
        for number in numbers:
            del self._nodes[number]

    # -- nodes of the other side -------------------------------------------------------------------------------

    def connect(
        self,
        request: Request,
        number: int,
        hidden: int,
        values: list[Tensor],
        dirty: list[Tensor],
        inputs: list[Tensor],
    ) -> tuple[Tensor, ...]:
        """Put values that the other side made into this side's graph.

        ``hidden``: 1 when leaves of the other side are behind them, 2 when leaves of this side are behind those.
        """
        link = bridge.Link(number, len(inputs), _product(request), self.dead)
        known = {id(tensor) for tensor in inputs}
        extra = [tensor for tensor in dirty if id(tensor) not in known]
        if hidden or not any(t.requires_grad for t in inputs):
            returns = hidden == 2
            extra.append(
                bridge.anchor(lambda: self._reached(request, number, returns), lambda: self.passes.append([number]))
            )
        return bridge.connect(link, values, dirty, [*inputs, *extra])

    def _reached(self, request: Request, number: int, returns: bool) -> None:
        """This side's engine accumulates into leaves of the other side; told when the whole pass is over.

        At once when leaves of this side are behind those (``returns``), else with the next message.
        """
        self._returns = self._returns or returns
        if not self._accumulated:
            torch.autograd.Variable._execution_engine.queue_callback(lambda: self._pass_over(request))
        self._accumulated.append(number)

    def _pass_over(self, request: Request) -> None:
        self.passes.append(self._accumulated)
        self._accumulated = []
        if self._returns:
            self._returns = False
            request("nothing")


def _product(request: Request) -> bridge.Product:
    def product(number: int, cotangents: Sequence[Tensor | None]) -> Sequence[Tensor | None]:
        grads = request("products", number, list(cotangents), mode=0 if torch.is_grad_enabled() else LOOSE)
        if type(grads) is not list or not all(g is None or isinstance(g, Tensor) for g in grads):
            raise ProtocolViolation("gradients are not tensors")
        return grads

    return product
