"""A node that is reached on several paths is in your answer several times: remember which ones you have seen."""

from reference import *
from torch.autograd.graph import get_gradient_edge

FAILS = ["test_nodes", "test_leaves"]


def _nodes(t):
    if not t.requires_grad:
        raise TypeError("no graph")
    nodes = [get_gradient_edge(t).node]
    for node in nodes:
        nodes += [following for following, _ in node.next_functions if following is not None]
    return nodes


def graph_nodes(t):
    return [type(node).__name__ for node in _nodes(t)]


def leaves(t):
    return [node.variable for node in _nodes(t) if hasattr(node, "variable")]
