"""Right: counts the users of every node and takes a node when all its users are out (Kahn)."""

from collections import deque

import torch
from torch import Tensor


def _walk(t: Tensor) -> list:
    if not t.requires_grad:
        raise TypeError("t does not require grad, so it has no graph")
    root = torch.autograd.graph.get_gradient_edge(t).node
    users = {root: 0}
    stack = [root]
    while stack:
        for child, _ in stack.pop().next_functions:
            if child is None:
                continue
            if child not in users:
                users[child] = 0
                stack.append(child)
            users[child] += 1
    order, ready = [], deque([root])
    while ready:
        node = ready.popleft()
        order.append(node)
        for child, _ in node.next_functions:
            if child is None:
                continue
            users[child] -= 1
            if users[child] == 0:
                ready.append(child)
    return order


def graph_nodes(t: Tensor) -> list[str]:
    return [type(node).__name__ for node in _walk(t)]


def graph_edges(t: Tensor) -> list[tuple[int, int]]:
    order = _walk(t)
    place = {node: i for i, node in enumerate(order)}
    return [(i, place[child]) for i, node in enumerate(order) for child, _ in node.next_functions if child is not None]


def leaves(t: Tensor) -> list[Tensor]:
    return [node.variable for node in _walk(t) if hasattr(node, "variable")]


def to_dot(t: Tensor, params: dict[str, Tensor]) -> str:
    names = {id(p): name for name, p in params.items()}
    lines = ["digraph {"]
    for i, node in enumerate(_walk(t)):
        label = type(node).__name__
        if hasattr(node, "variable"):
            v = node.variable
            label = f"{names.get(id(v), 'leaf')} {tuple(v.shape)}"
        lines.append(f'  {i} [label="{label}"]')
    lines += [f"  {i} -> {j}" for i, j in graph_edges(t)]
    return "\n".join([*lines, "}"])
