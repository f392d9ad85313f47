"""The autograd graph of one side, as the other side needs it: what a tensor depends on, and vector-Jacobian products.

A tensor that crosses with a graph behind it is the output of a *node* (see `bridge`). The node's inputs are the nearest
tensors that both sides have; everything beyond these is reached through them by the side that owns it. Leaves that only
this side has (the parameters of a module that stays here) are *hidden*: their gradients wait in the node until the
other side's engine really accumulates, which `torch.autograd.grad` for other inputs does not.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor
from torch.autograd.graph import GradientEdge, get_gradient_edge

from grader.wire.twins import Edge, Twin, Twins
from grader.wire.violation import ProtocolViolation


@dataclass(slots=True)
class Node:
    """What one side needs to answer for gradients of tensors it sent."""

    number: int
    outputs: list[GradientEdge]
    inputs: list[tuple[int, Edge | Tensor]]  # key and edge (or leaf), as they were when the node was made
    hidden: list[Tensor]
    waiting: list[tuple[Tensor, Tensor]] = field(default_factory=list)

    @property
    def returns(self) -> bool:
        """Whether the graph goes back to the side that asks (or on to a third one) behind this node."""
        return any(map(is_anchor, self.hidden))


def owned_edge(edge: Edge, tensor: Tensor) -> GradientEdge:
    """The edge of a tensor, such that the graph behind it lives as long: a node made in Python keeps none by itself."""
    made_in_python = isinstance(edge[0], torch._C._FunctionBase)
    return get_gradient_edge(tensor) if made_in_python else GradientEdge(*edge)


def is_anchor(leaf: Tensor) -> bool:
    return hasattr(leaf, "bridge_passed")


def dependencies(roots: Iterable[Edge], twins: Twins) -> tuple[dict[int, Edge | Tensor], list[Tensor]]:
    """The nearest shared tensors behind some edges (key -> edge or leaf), and the leaves that only this side has."""
    shared: dict[int, Edge | Tensor] = {}
    hidden: list[Tensor] = []
    boundary = twins.boundary
    seen = set()
    stack = [edge for root, _ in roots for edge in root.next_functions]
    while stack:
        edge = stack.pop()
        node = edge[0]
        if node is None:
            continue
        twin = boundary.get(edge)
        if twin is not None:
            shared[twin.key] = edge
            continue
        if node in seen:
            continue
        seen.add(node)
        following = node.next_functions
        if following:
            stack.extend(following)
        elif (leaf := getattr(node, "variable", None)) is not None:
            twin = twins.known(leaf)
            if twin is None:
                hidden.append(leaf)
            else:
                shared[twin.key] = leaf
    return shared, hidden


def levels(exports: Sequence[Twin], twins: Twins) -> list[tuple[list[Twin], dict[int, Edge | Tensor], list[Tensor]]]:
    """Group tensors into nodes: those that depend on others of the same message come in a later node.

    One node for all that do not depend on each other, so that the engine walks their common graph once and rounds as it
    would in one process.
    """
    if len(exports) == 1:
        twin = exports[0]
        return [([twin], *dependencies([_edge(twin)], twins))]
    found = {twin.key: dependencies([_edge(twin)], twins) for twin in exports}
    rank: dict[int, int] = {}

    def rank_of(key: int) -> int:
        if key not in rank:
            rank[key] = 1 + max((rank_of(k) for k in found[key][0] if k in found and k != key), default=0)
        return rank[key]

    groups: dict[int, list[Twin]] = {}
    for twin in exports:
        groups.setdefault(rank_of(twin.key), []).append(twin)
    return [_merge(groups[level], found) for level in sorted(groups)]


def _edge(twin: Twin) -> Edge:
    edge = twin.rebasing or twin.edge
    if edge is None:
        raise ProtocolViolation("a leaf is no output")
    return edge


def _merge(
    group: list[Twin], found: dict[int, tuple[dict[int, Edge | Tensor], list[Tensor]]]
) -> tuple[list[Twin], dict[int, Edge | Tensor], list[Tensor]]:
    shared: dict[int, Edge | Tensor] = {}
    hidden: dict[int, Tensor] = {}
    for twin in group:
        shared.update(found[twin.key][0])
        hidden.update((id(leaf), leaf) for leaf in found[twin.key][1])
    return group, shared, list(hidden.values())


def products(node: Node, cotangents: Sequence[Tensor | None]) -> list[Tensor | None]:
    """The vector-Jacobian products of a node for its shared inputs; those of hidden leaves wait for `accumulate`.

    Differentiable in turn when gradients are enabled. The graph is kept: whether a second backward is allowed is for
    the engine that asked to say, and parts of the graph may be behind other nodes too.
    """
    pairs = [(edge, g) for edge, g in zip(node.outputs, cotangents, strict=True) if g is not None]
    inputs: list[Any] = [i if isinstance(i, Tensor) else GradientEdge(*i) for _, i in node.inputs]
    cuts = [_cut(edge) for _, edge in node.inputs if not isinstance(edge, Tensor)]
    try:
        grads = torch.autograd.grad(
            [edge for edge, _ in pairs],
            [*inputs, *node.hidden],
            [g for _, g in pairs],
            retain_graph=True,
            create_graph=torch.is_grad_enabled(),
            allow_unused=True,
        )
    finally:
        for cut in cuts:
            cut.remove()
    rest = grads[len(inputs) :]
    node.waiting = [(leaf, g) for leaf, g in zip(node.hidden, rest, strict=True) if g is not None]
    return list(grads[: len(inputs)])


def _cut(edge: Edge) -> Any:
    """Stop the engine at a shared tensor: what lies beyond is reached through the other side."""
    node, number = edge

    def stop(grads: tuple[Tensor | None, ...]) -> tuple[Tensor | None, ...]:
        return tuple(None if i == number else g for i, g in enumerate(grads))

    return node.register_prehook(stop)


def accumulate(nodes: Iterable[Node]) -> None:
    """Add the waiting gradients of one backward pass to their leaves, as the engine does: summed first, then once."""
    sums: dict[int, tuple[Tensor, Tensor]] = {}
    for node in nodes:
        for leaf, grad in node.waiting:
            before = sums.get(id(leaf))
            sums[id(leaf)] = (leaf, grad if before is None else before[1] + grad)
        node.waiting = []
        for leaf in filter(is_anchor, node.hidden):
            leaf.bridge_passed()  # type: ignore[attr-defined]
    for leaf, grad in sums.values():
        _accumulate(leaf, grad)


def _accumulate(leaf: Tensor, grad: Tensor) -> None:
    if leaf.grad is None:
        leaf.grad = grad.detach().clone() if not grad.requires_grad else grad
    elif grad.requires_grad or leaf.grad.requires_grad:
        leaf.grad = leaf.grad + grad
    else:
        with torch.no_grad():
            leaf.grad.add_(grad)
    hooks = getattr(leaf, "_post_accumulate_grad_hooks", None)
    for hook in list((hooks or {}).values()):
        hook(leaf)


__all__ = ["Node", "accumulate", "dependencies", "levels", "products"]
