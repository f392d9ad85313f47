"""grad_w came out transposed: it is xᵀ @ grad, (K, N) times (N, M), not gradᵀ @ x."""

import reference
from reference import *  # noqa: F403

FAILS = [
    "test_example",
    "test_vectors_and_matrices[2@2]",
    "test_batches",
    "test_shared_operand",
    "test_stretched_operand",
]


def matmul_backward(grad, x, w):
    grad_x, grad_w = reference.matmul_backward(grad, x, w)
    return grad_x, grad_w.mT if x.dim() > 1 and w.dim() > 1 else grad_w
