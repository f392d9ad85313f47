"""Wrong: asks autograd.grad without retain_graph, so that the graph is gone and a later loss.backward() raises."""

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


def diagnose(t: Tensor, loss: Tensor) -> Why:
    keeps = t.is_leaf or t.retains_grad
    if keeps and t.grad is not None:
        return Why.OK
    if not t.requires_grad:
        return Why.NO_REQUIRES_GRAD
    if not keeps:
        return Why.NOT_LEAF
    if not loss.requires_grad:
        return Why.NOT_IN_GRAPH
    try:
        (grad,) = torch.autograd.grad(loss, t, allow_unused=True)
    except RuntimeError:
        return Why.CLEARED
    return Why.NOT_IN_GRAPH if grad is None else Why.NO_BACKWARD
