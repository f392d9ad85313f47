"""You take grad_fn None for "not in the graph": every leaf's grad_fn is None, that of a parameter too. Ask requires_grad, then the loss."""

import reference
from reference import *

FAILS = ["test_example", "test_no_requires_grad", "test_no_backward", "test_cleared"]


def diagnose(t, loss):
    if (t.is_leaf or t.retains_grad) and t.grad is not None:
        return Why.OK
    if t.grad_fn is None:
        return Why.NOT_IN_GRAPH
    return reference.diagnose(t, loss)
