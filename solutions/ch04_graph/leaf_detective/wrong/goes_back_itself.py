"""You call loss.backward() to see whether a gradient arrives: that leaves gradients in every leaf. torch.autograd.grad returns them instead."""

import reference
from reference import *

FAILS = ["test_gradients_stay", "test_backward_still_works"]


def diagnose(t, loss):
    answer = reference.diagnose(t, loss)
    if answer is Why.NO_BACKWARD:
        loss.backward(retain_graph=True)
        return Why.NOT_IN_GRAPH if t.grad is None else Why.NO_BACKWARD
    return answer
