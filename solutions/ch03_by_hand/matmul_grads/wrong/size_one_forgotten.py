"""You summed the dimensions that an operand lacks, but not those where it has size 1 and was stretched."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_stretched_operand"]


def added_only(grad, shape):
    return grad.sum(tuple(range(grad.dim() - len(shape)))) if grad.dim() > len(shape) else grad


def matmul_backward(grad, x, w):
    if x.dim() > 1 and w.dim() > 1:
        return added_only(grad @ w.mT, x.shape), added_only(x.mT @ grad, w.shape)
    return reference.matmul_backward(grad, x, w)
