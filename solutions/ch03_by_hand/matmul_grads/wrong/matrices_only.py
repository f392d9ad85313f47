"""A vector has no transpose: with a 1-D operand the gradient of the matrix is an outer product. Make it a row or a column first."""

import reference
from reference import *  # noqa: F403

FAILS = [
    "test_vectors_and_matrices[1@1]",
    "test_vectors_and_matrices[1@2]",
    "test_vectors_and_matrices[2@1]",
    "test_vectors_and_batches",
    "test_arguments_unchanged",
]


def matmul_backward(grad, x, w):
    if x.dim() > 1 and w.dim() > 1:
        return reference.matmul_backward(grad, x, w)
    return grad @ w.mT, x.mT @ grad
