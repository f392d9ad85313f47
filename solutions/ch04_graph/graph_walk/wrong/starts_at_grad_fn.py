"""You start at t.grad_fn, which is None for a leaf: a leaf that requires grad is in the graph all the same, and what is not should give TypeError."""

import reference
from reference import *

FAILS = ["test_leaf_alone", "test_no_graph"]


def _refuse(t):
    t.grad_fn.next_functions


def graph_nodes(t):
    _refuse(t)
    return reference.graph_nodes(t)


def graph_edges(t):
    _refuse(t)
    return reference.graph_edges(t)


def leaves(t):
    _refuse(t)
    return reference.leaves(t)


def to_dot(t, params):
    _refuse(t)
    return reference.to_dot(t, params)
