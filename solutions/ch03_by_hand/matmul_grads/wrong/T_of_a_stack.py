"""`.T` turns all dimensions round, those of the batch too: `.mT` transposes the last two."""

import reference
from reference import *  # noqa: F403

FAILS = [
    "test_batches",
    "test_shared_operand",
    "test_stretched_operand",
    "test_float32_and_expanded",
    "test_arguments_unchanged",
]


def reversed_dimensions(t):
    return t.permute(*range(t.dim() - 1, -1, -1))


def matmul_backward(grad, x, w):
    if x.dim() < 3 and w.dim() < 3 or x.dim() == 1 or w.dim() == 1:
        return reference.matmul_backward(grad, x, w)
    return grad @ reversed_dimensions(w), reversed_dimensions(x) @ grad
