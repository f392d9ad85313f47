"""You ask the graph about the result of an operation as well: whatever the graph says, it keeps no .grad. Ask is_leaf and retains_grad first."""

import torch
from reference import *

FAILS = ["test_example", "test_gradients_stay", "test_not_leaf"]


def diagnose(t, loss):
    if (t.is_leaf or t.retains_grad) and t.grad is not None:
        return Why.OK
    if not t.requires_grad:
        return Why.NO_REQUIRES_GRAD
    if not loss.requires_grad:
        return Why.NOT_IN_GRAPH
    try:
        (gradient,) = torch.autograd.grad(loss, t, retain_graph=True, allow_unused=True)
    except RuntimeError:
        return Why.CLEARED
    return Why.NOT_IN_GRAPH if gradient is None else Why.NO_BACKWARD
