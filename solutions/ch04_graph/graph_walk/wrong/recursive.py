"""Your walk calls itself for every node: Python stops at about 1,000 nested calls. Keep a stack of your own."""

from reference import *
from torch.autograd.graph import get_gradient_edge

FAILS = ["test_long_chain"]


def _nodes(t):
    if not t.requires_grad:
        raise TypeError("no graph")
    noted, seen = [], set()

    def visit(node):
        if node is not None and node not in seen:
            seen.add(node)
            for following, _ in node.next_functions:
                visit(following)
            noted.append(node)

    visit(get_gradient_edge(t).node)
    return noted[::-1]


def graph_nodes(t):
    return [type(node).__name__ for node in _nodes(t)]


def graph_edges(t):
    nodes = _nodes(t)
    return [(i, nodes.index(b)) for i, a in enumerate(nodes) for b, _ in a.next_functions if b is not None]


def leaves(t):
    return [node.variable for node in _nodes(t) if hasattr(node, "variable")]
