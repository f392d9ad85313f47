"""node.name() says "torch::autograd::AccumulateGrad" for a leaf's node: the exercise asks for the class name, type(node).__name__."""

from reference import *
from reference import _nodes

FAILS = ["test_example", "test_nodes", "test_leaf_alone"]


def graph_nodes(t):
    return [node.name() for node in _nodes(t)]
