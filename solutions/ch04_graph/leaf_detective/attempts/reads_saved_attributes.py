"""Right: finds the nodes between loss and t, and reads what they saved; nothing runs."""

from enum import Enum

import torch
from torch import Tensor


class Why(Enum):
    OK = "its .grad is there"
    NO_REQUIRES_GRAD = "it does not require grad"
    NOT_LEAF = "it is not a leaf, and nobody asked it to keep its gradient"
    NOT_IN_GRAPH = "the loss does not depend on it through its graph"
    NO_BACKWARD = "no backward has been through the graph yet"
    CLEARED = "a backward has been through the graph, and its gradient was taken away"


def _way(t: Tensor, loss: Tensor) -> list | None:
    """The nodes between loss and t, or None if there is no way."""
    if not loss.requires_grad:
        return None
    edge = torch.autograd.graph.get_gradient_edge
    start, goal = (edge(loss).node, edge(loss).output_nr), (edge(t).node, edge(t).output_nr)
    if start == goal:
        return []
    parents, stack, seen = {}, [start[0]], {start[0]}
    hits = []
    while stack:
        node = stack.pop()
        for child, number in node.next_functions:
            if child is None:
                continue
            if (child, number) == goal:
                hits.append(node)
            parents.setdefault(child, []).append(node)
            if child not in seen:
                seen.add(child)
                stack.append(child)
    if not hits:
        return None
    way, stack = set(hits), list(hits)
    while stack:
        for parent in parents.get(stack.pop(), []):
            if parent not in way:
                way.add(parent)
                stack.append(parent)
    return list(way)


def _freed(node) -> bool:
    for name in dir(node):
        if name.startswith("_saved") or name == "saved_tensors":
            try:
                getattr(node, name)
            except RuntimeError as error:
                if "second time" in str(error):
                    return True
    return False


def diagnose(t: Tensor, loss: Tensor) -> Why:
    keeps = t.is_leaf or t.retains_grad
    if keeps and t.grad is not None:
        return Why.OK
    if not t.requires_grad:
        return Why.NO_REQUIRES_GRAD
    if not keeps:
        return Why.NOT_LEAF
    way = _way(t, loss)
    if way is None:
        return Why.NOT_IN_GRAPH
    return Why.CLEARED if any(_freed(node) for node in way) else Why.NO_BACKWARD
