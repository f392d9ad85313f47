"""You list the nodes in the order in which you walk to them. The engine has an order of its own: of the nodes that are ready, the one that was made last runs first. Let backward run, and the nodes tell."""

from reference import *
from torch.autograd.graph import get_gradient_edge

FAILS = ["test_example_order", "test_order", "test_order_leaves_gradients_and_no_hooks"]


def order_of_execution(loss):
    nodes = [get_gradient_edge(loss).node]
    for node in nodes:
        nodes += [n for n in dict(node.next_functions) if n is not None and n not in nodes]
    return [type(node).__name__ for node in nodes]
