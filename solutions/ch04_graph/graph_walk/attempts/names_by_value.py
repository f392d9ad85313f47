"""Wrong: finds a leaf's name by comparing values, so that two equal parameters get the same name."""

import torch
from torch import Tensor


def _order(t: Tensor) -> list:
    if not t.requires_grad:
        raise TypeError("t has no graph")
    root = torch.autograd.graph.get_gradient_edge(t).node
    seen, done, stack = set(), [], [(root, 0)]
    while stack:
        node, state = stack.pop()
        if state:
            done.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, 1))
            stack.extend((c, 0) for c, _ in node.next_functions if c is not None)
    return done[::-1]


def graph_nodes(t: Tensor) -> list[str]:
    return [type(n).__name__ for n in _order(t)]


def graph_edges(t: Tensor) -> list[tuple[int, int]]:
    nodes = _order(t)
    at = {n: i for i, n in enumerate(nodes)}
    return [(at[n], at[c]) for n in nodes for c, _ in n.next_functions if c is not None]


def leaves(t: Tensor) -> list[Tensor]:
    return [n.variable for n in _order(t) if hasattr(n, "variable")]


def to_dot(t: Tensor, params: dict[str, Tensor]) -> str:
    lines = ["digraph {"]
    for i, n in enumerate(_order(t)):
        label = type(n).__name__
        if hasattr(n, "variable"):
            label = "leaf"
            for name, p in params.items():
                if torch.equal(p, n.variable):
                    label = name
                    break
            label += f" {tuple(n.variable.shape)}"
        lines.append(f'  {i} [label="{label}"]')
    lines += [f"  {i} -> {j}" for i, j in graph_edges(t)]
    return "\n".join(lines + ["}"])
