"""You either removed the added dimensions or summed those of size 1: an operand may have been stretched both ways at once."""

from reference import *  # noqa: F403

FAILS = ["test_unbroadcast"]


def unbroadcast(grad, shape):
    added = grad.dim() - len(shape)
    if added:
        return grad.sum(tuple(range(added)))
    for d, size in enumerate(shape):
        if size == 1:
            grad = grad.sum(d, keepdim=True)
    return grad
