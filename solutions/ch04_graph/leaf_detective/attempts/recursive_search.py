"""Right: a recursive search from the loss that notes on its way back whether something was freed."""

import warnings
from enum import Enum

import torch

Why = Enum(
    "Why",
    {
        "OK": "its .grad is there",
        "NO_REQUIRES_GRAD": "it does not require grad",
        "NOT_LEAF": "it is not a leaf, and nobody asked it to keep its gradient",
        "NOT_IN_GRAPH": "the loss does not depend on it through its graph",
        "NO_BACKWARD": "no backward has been through the graph yet",
        "CLEARED": "a backward has been through the graph, and its gradient was taken away",
    },
)


def was_freed(node):
    try:
        for attribute in dir(node):
            if "saved" in attribute:
                getattr(node, attribute)
    except RuntimeError:
        return True
    return False


def search(edge, goal, known):
    """'no', 'open' or 'freed'."""
    if edge == goal:
        return "open"
    node = edge[0]
    if node not in known:
        ways = [search(e, goal, known) for e in node.next_functions if e[0] is not None]
        ways = [w for w in ways if w != "no"]
        if not ways:
            known[node] = "no"
        elif "freed" in ways or was_freed(node):
            known[node] = "freed"
        else:
            known[node] = "open"
    return known[node]


def diagnose(t, loss):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        grad = t.grad
    if grad is not None:
        return Why.OK
    if t.requires_grad is False:
        return Why.NO_REQUIRES_GRAD
    if t.grad_fn is not None and not t.retains_grad:
        return Why.NOT_LEAF
    if loss.requires_grad is False:
        return Why.NOT_IN_GRAPH
    get = torch.autograd.graph.get_gradient_edge
    found = search((get(loss)[0], get(loss)[1]), (get(t)[0], get(t)[1]), {})
    return {"no": Why.NOT_IN_GRAPH, "open": Why.NO_BACKWARD, "freed": Why.CLEARED}[found]
