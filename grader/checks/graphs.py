"""``autograd_graph``: the nodes behind a result, and which hands its gradient to which."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import torch
from torch import Tensor

from grader.checks.kinds import is_tensor
from grader.checks.picture import Graph, GraphNode, Role
from grader.checks.render import clean, shape_text
from grader.checks.titles import titled
from grader.language import noted, say

MOST_NODES = 30
_LABEL = 40  # characters
_LEAF = "AccumulateGrad"
_ACROSS = "BridgeBackward"  # the node through which gradients go to the student's process


def autograd_graph(
    of: Any,
    title: str = noted("Autograd graph"),
    *,
    names: Mapping[str, Tensor] | None = None,
    known: Collection[str] = (),
) -> Graph:
    """The picture of a graph, breadth first from the result, with at most 30 nodes.

    ``of`` is a tensor of this process that requires grad, or (labels, edges): labels are the nodes' class names, the
    result's first, edges pairs of positions; what a fixture beside the student's code tells of a graph there. ``names``
    calls leaves of a tensor's graph by their names. In a hidden check a told label is shown when it is an operation of
    torch's, one of ``known`` or in the student's file. Raises ``ValueError`` for what is no graph.
    """
    if is_tensor(of):
        return _of_tensor(of, title, {id(leaf): name for name, leaf in (names or {}).items()})
    labels, edges = of
    return _told(labels, edges, title, known)


def _of_tensor(root: Tensor, title: str, names: Mapping[int, str]) -> Graph:
    if not root.requires_grad:
        raise ValueError("a tensor that does not require grad has no graph")
    nodes: list[Any] = [torch.autograd.graph.get_gradient_edge(root).node]
    place = {nodes[0]: 0}
    edges = []
    for index, node in enumerate(nodes):  # grows while it is walked
        for following, _ in node.next_functions:
            if following is None:
                continue
            if following not in place:
                place[following] = len(nodes)
                nodes.append(following)
            edges.append((index, place[following]))
    drawn = [_node(node, index == 0, names) for index, node in enumerate(nodes[:MOST_NODES])]
    return Graph(titled(title), drawn, _among(edges, len(drawn)), len(nodes) - len(drawn))


def _node(node: Any, first: bool, names: Mapping[int, str]) -> GraphNode:
    leaf = getattr(node, "variable", None)
    if is_tensor(leaf):
        return GraphNode(clean(names.get(id(leaf), _LEAF), _LABEL), "leaf", shape_text(leaf.shape))
    name = type(node).__name__
    if name == _ACROSS:
        return GraphNode(say("in your code"), "student")
    return GraphNode(clean(name, _LABEL), "result" if first else "operation")


def _told(labels: Sequence[Any], edges: Sequence[Any], title: str, known: Collection[str]) -> Graph:
    if not labels or not all(type(label) is str for label in labels):
        raise ValueError("the labels of a graph are strings")
    pairs = [(i, j) for i, j in edges]
    if not all(type(i) is int and 0 <= i < len(labels) for pair in pairs for i in pair):
        raise ValueError("the edges of a graph are pairs of positions")
    shown = [
        GraphNode(clean(label, _LABEL), _role(label, i), foreign=label not in known)
        for i, label in enumerate(labels[:MOST_NODES])
    ]
    return Graph(titled(title), shown, _among(pairs, len(shown)), len(labels) - len(shown))


def _role(label: str, index: int) -> Role:
    if label == _LEAF or ("Backward" not in label and index):
        return "leaf"
    return "result" if index == 0 else "operation"


def _among(edges: Sequence[tuple[int, int]], count: int) -> list[tuple[int, int]]:
    """The edges between the nodes that are drawn; no more than a drawing holds."""
    return [(i, j) for i, j in edges if i < count and j < count][: 4 * MOST_NODES]
