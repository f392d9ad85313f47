"""You project b away from the a that is projected already; both projections use the original gradients."""

import torch
from reference import *  # noqa: F403
from reference import _gradient

FAILS = ["test_example_surgery", "test_surgery_values[conflict]", "test_surgery_adds"]


def backward_surgery(loss_a, loss_b, params):
    a, b = _gradient(loss_a, params), _gradient(loss_b, params)
    times = torch.ones_like(a @ b)
    if a @ b < 0:
        # a', which is at a right angle to b: nothing is left to take away from b
        torch.autograd.backward([loss_a, loss_b], [times, times - a @ b / (b @ b)], inputs=params)
    else:
        torch.autograd.backward([loss_a, loss_b], [times, times], inputs=params)
