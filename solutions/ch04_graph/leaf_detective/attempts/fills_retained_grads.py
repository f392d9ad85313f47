"""Wrong: autograd.grad fills the .grad of tensors with retain_grad() on the way, so a diagnosis leaves traces."""

import warnings
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


def _connected(t: Tensor, loss: Tensor) -> bool:
    if not loss.requires_grad:
        return False
    goal = torch.autograd.graph.get_gradient_edge(t)
    start = torch.autograd.graph.get_gradient_edge(loss)
    if goal == start:
        return True
    seen, stack = set(), [start.node]
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        for child, number in node.next_functions:
            if child is not None:
                if (child, number) == (goal.node, goal.output_nr):
                    return True
                stack.append(child)
    return False


def diagnose(t: Tensor, loss: Tensor) -> Why:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        grad = t.grad
    if grad is not None:
        return Why.OK
    if not t.requires_grad:
        return Why.NO_REQUIRES_GRAD
    if not t.is_leaf and not t.retains_grad:
        return Why.NOT_LEAF
    if not _connected(t, loss):
        return Why.NOT_IN_GRAPH
    try:
        torch.autograd.grad(loss, t, retain_graph=True, allow_unused=True)
    except RuntimeError as error:
        if "second time" in str(error):
            return Why.CLEARED
        raise
    return Why.NO_BACKWARD
