"""`unsqueeze_`, `*=` and the like change the caller's tensors, and grad is still needed by others: work on new ones."""

import reference
from reference import *  # noqa: F403

FAILS = [
    "test_example",
    "test_vectors_and_matrices[1@1]",
    "test_vectors_and_matrices[1@2]",
    "test_vectors_and_matrices[2@1]",
    "test_vectors_and_matrices[2@2]",
    "test_batches",
    "test_shared_operand",
    "test_stretched_operand",
    "test_vectors_and_batches",
    "test_arguments_unchanged",
]


def matmul_backward(grad, x, w):
    result = reference.matmul_backward(grad, x, w)
    if grad.numel() and 0 not in grad.stride():
        grad /= 2
    return result
