"""You take a gradient in another leaf for a sign that a backward has been here: that one may come from another loss, and zero_grad() clears them all."""

import reference
from reference import *
from torch.autograd.graph import get_gradient_edge

FAILS = ["test_example", "test_no_backward", "test_cleared"]


def diagnose(t, loss):
    answer = reference.diagnose(t, loss)
    if answer not in (Why.NO_BACKWARD, Why.CLEARED):
        return answer
    nodes = [get_gradient_edge(loss).node]
    for node in nodes:
        nodes += [following for following, _ in node.next_functions if following is not None]
    others = [node.variable for node in nodes if hasattr(node, "variable")]
    return Why.CLEARED if any(other.grad is not None for other in others) else Why.NO_BACKWARD
