"""You left the batch dimensions in: an operand that all batches share gets one gradient, the sum of theirs, in its own shape."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_shared_operand", "test_stretched_operand", "test_float32_and_expanded"]


def matmul_backward(grad, x, w):
    if x.dim() > 1 and w.dim() > 1:
        return grad @ w.mT, x.mT @ grad
    return reference.matmul_backward(grad, x, w)
