"""You multiplied by w and x themselves: grad_x is grad times the transpose of w, grad_w is the transpose of x times grad."""

import reference
from reference import *  # noqa: F403

FAILS = [
    "test_example",
    "test_vectors_and_matrices[2@2]",
    "test_batches",
    "test_shared_operand",
    "test_stretched_operand",
    "test_arguments_unchanged",
]


def matmul_backward(grad, x, w):
    if x.dim() > 1 and w.dim() > 1:
        return grad @ w, x @ grad
    return reference.matmul_backward(grad, x, w)
