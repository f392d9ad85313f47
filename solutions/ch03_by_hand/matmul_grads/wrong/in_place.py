"""`unsqueeze_`, `*=` and the like change the caller's tensors, and grad is still needed by others: work on new ones."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_arguments_unchanged"]


def matmul_backward(grad, x, w):
    result = reference.matmul_backward(grad, x, w)
    if grad.numel() and 0 not in grad.stride():
        grad /= 2
    return result
