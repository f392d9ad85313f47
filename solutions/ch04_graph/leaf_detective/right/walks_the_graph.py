"""Another way: walk from the loss along next_functions until an edge to t is found; look for saved tensors that are gone."""

from enum import Enum

from torch.autograd.graph import get_gradient_edge


class Why(Enum):
    OK = 1
    NO_REQUIRES_GRAD = 2
    NOT_LEAF = 3
    NOT_IN_GRAPH = 4
    NO_BACKWARD = 5
    CLEARED = 6


def _used_up(node):
    for name in dir(node):
        if name.startswith("_saved_"):
            try:
                getattr(node, name)
            except RuntimeError:
                return True
    return False


def diagnose(t, loss):
    if t.retains_grad or t.is_leaf:
        if t.grad is not None:
            return Why.OK
        if not t.requires_grad:
            return Why.NO_REQUIRES_GRAD
    else:
        return Why.NOT_LEAF
    if not loss.requires_grad:
        return Why.NOT_IN_GRAPH
    wanted = tuple(get_gradient_edge(t))[:2]
    edges = [tuple(get_gradient_edge(loss))[:2]]
    for node, _ in edges:
        if node is not None:
            edges += [edge for edge in node.next_functions if edge not in edges]
    if wanted not in edges:
        return Why.NOT_IN_GRAPH
    return Why.CLEARED if any(_used_up(node) for node, _ in edges if node is not None) else Why.NO_BACKWARD
