"""You read .grad first, of whatever tensor: where a tensor on the way keeps none, torch warns about that. Ask is_leaf and retains_grad before."""

import reference
from reference import *

FAILS = ["test_no_warning"]


def diagnose(t, loss):
    if t.grad is not None:
        return Why.OK
    return reference.diagnose(t, loss)
