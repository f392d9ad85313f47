"""Why a gradient is not there."""

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
    keeps = t.is_leaf or t.retains_grad  # for any other tensor torch warns when .grad is read
    if keeps and t.grad is not None:
        return Why.OK
    if not t.requires_grad:
        return Why.NO_REQUIRES_GRAD
    if not keeps:
        return Why.NOT_LEAF
    if not loss.requires_grad:
        return Why.NOT_IN_GRAPH
    try:
        (gradient,) = torch.autograd.grad(loss, t, retain_graph=True, allow_unused=True)
    except RuntimeError:  # what the operations had saved is gone: a backward has been here
        return Why.CLEARED
    finally:
        t.grad = None  # a tensor with retain_grad() got it just now
    return Why.NOT_IN_GRAPH if gradient is None else Why.NO_BACKWARD
