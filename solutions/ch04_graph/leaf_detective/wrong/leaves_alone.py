"""is_leaf alone does not tell who gets a .grad: a tensor on the way keeps its gradient after retain_grad()."""

import reference
from reference import *

FAILS = ["test_ok", "test_not_in_graph", "test_no_backward", "test_cleared"]


def diagnose(t, loss):
    if t.requires_grad and not t.is_leaf:
        return Why.NOT_LEAF
    return reference.diagnose(t, loss)
