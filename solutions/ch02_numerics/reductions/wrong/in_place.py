"""`t -= …` and `exp_()` write into the caller's tensor: subtract into a new one."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_example_softmax", "test_values[softmax]", "test_gradients[softmax]", "test_arguments_unchanged"]


def softmax(t, dim):
    if t.requires_grad or t.numel() == 0:
        return reference.softmax(t, dim)
    t -= t.amax(dim, keepdim=True)
    return t.exp() / t.exp().sum(dim, keepdim=True)
