"""Your torch.autograd.grad frees what the graph had saved: the caller's own backward then fails. Pass retain_graph=True."""

import torch
from reference import *

FAILS = ["test_example", "test_gradients_stay", "test_backward_still_works"]


def diagnose(t, loss):
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
        (gradient,) = torch.autograd.grad(loss, t, allow_unused=True)
    except RuntimeError:
        return Why.CLEARED
    return Why.NOT_IN_GRAPH if gradient is None else Why.NO_BACKWARD
