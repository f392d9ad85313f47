"""Another way: count the users of every node, then take a node when the last of them has been taken."""

from collections import Counter, deque

import torch


def _walk(t):
    if not (isinstance(t, torch.Tensor) and t.requires_grad):
        raise TypeError("no graph")
    root = torch.autograd.graph.get_gradient_edge(t)[0]
    users, seen, todo = Counter(), {root}, [root]
    while todo:
        for node, _ in todo.pop().next_functions:
            if node is None:
                continue
            users[node] += 1
            if node not in seen:
                seen.add(node)
                todo.append(node)
    order, ready = [], deque([root])
    while ready:
        order.append(ready.popleft())
        for node, _ in order[-1].next_functions:
            if node is not None:
                users[node] -= 1
                if users[node] == 0:
                    ready.append(node)
    return order


def graph_nodes(t):
    return [node.name().split("::")[-1] for node in _walk(t)]


def graph_edges(t):
    order = _walk(t)
    position = {node: i for i, node in enumerate(order)}
    edges = []
    for i in range(len(order)):
        for node, _ in order[i].next_functions:
            if node is not None:
                edges.append((i, position[node]))
    return edges


def leaves(t):
    return [node.variable for node in reversed(_walk(t)) if node.name().endswith("AccumulateGrad")]


def to_dot(t, params):
    text = "digraph {\n"
    for i, j in graph_edges(t):
        text += f"  {i} -> {j};\n"
    for i, node in enumerate(_walk(t)):
        label = type(node).__name__
        if label == "AccumulateGrad":
            name = next((name for name, p in params.items() if p is node.variable), "leaf")
            label = f"{name} {tuple(node.variable.shape)}"
        text += f'  {i} [label="{label}"];\n'
    return text + "}\n"
