"""`squeeze()` removes every dimension of size 1, also those that x and w have: reshape to their shapes."""

import reference
from reference import *  # noqa: F403

FAILS = [
    "test_vectors_and_matrices[1@1]",
    "test_vectors_and_matrices[1@2]",
    "test_vectors_and_matrices[2@1]",
    "test_vectors_and_batches",
]


def matmul_backward(grad, x, w):
    grads = reference.matmul_backward(grad, x, w)
    return tuple(g.squeeze() for g in grads) if x.dim() == 1 or w.dim() == 1 else grads
