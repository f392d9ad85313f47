"""Wrong: breadth-first order puts a node that is near t by one path before users that are farther away."""

import torch
from torch import Tensor


def walk(t: Tensor) -> list:
    if not t.requires_grad:
        raise TypeError("t has no graph")
    nodes = [torch.autograd.graph.get_gradient_edge(t).node]
    seen = set(nodes)
    for node in nodes:
        for child, _ in node.next_functions:
            if child is not None and child not in seen:
                seen.add(child)
                nodes.append(child)
    return nodes


def graph_nodes(t: Tensor) -> list[str]:
    return [type(node).__name__ for node in walk(t)]


def graph_edges(t: Tensor) -> list[tuple[int, int]]:
    nodes = walk(t)
    index = {node: i for i, node in enumerate(nodes)}
    return [(i, index[c]) for i, node in enumerate(nodes) for c, _ in node.next_functions if c is not None]


def leaves(t: Tensor) -> list[Tensor]:
    return [node.variable for node in walk(t) if type(node).__name__ == "AccumulateGrad"]


def to_dot(t: Tensor, params: dict[str, Tensor]) -> str:
    names = {id(p): name for name, p in params.items()}
    lines = ["digraph {"]
    for i, node in enumerate(walk(t)):
        if type(node).__name__ == "AccumulateGrad":
            leaf = node.variable
            lines.append(f'  {i} [label="{names.get(id(leaf), "leaf")} {tuple(leaf.shape)}"]')
        else:
            lines.append(f'  {i} [label="{type(node).__name__}"]')
    for i, j in graph_edges(t):
        lines.append(f"  {i} -> {j}")
    lines.append("}")
    return "\n".join(lines)
