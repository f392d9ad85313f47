"""You note a node when you meet it: one that is used twice may then stand before its second user. Note it when all behind it are noted, and turn the list round."""

from reference import *
from torch.autograd.graph import get_gradient_edge

FAILS = ["test_order"]


def _nodes(t):
    if not t.requires_grad:
        raise TypeError("no graph")
    seen, stack = {}, [get_gradient_edge(t).node]
    while stack:
        node = stack.pop()
        if node not in seen:
            seen[node] = len(seen)
            stack += [following for following, _ in reversed(node.next_functions) if following is not None]
    return seen


def graph_nodes(t):
    return [type(node).__name__ for node in _nodes(t)]


def graph_edges(t):
    position = _nodes(t)
    return [(position[a], position[b]) for a in position for b, _ in a.next_functions if b is not None]
