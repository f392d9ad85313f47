"""Your edges went through a set: x * x has two edges to the same node, and the order of next_functions counts."""

import reference
from reference import *

FAILS = ["test_edges", "test_edges_are_sorted"]


def graph_edges(t):
    return sorted(set(reference.graph_edges(t)))
