"""You took the gradient of one of the copies: all copies of an element send a gradient, and they add up."""

from reference import *  # noqa: F403

FAILS = ["test_example_unbroadcast"]


def unbroadcast(grad, shape):
    for _ in range(grad.dim() - len(shape)):
        grad = grad[0]
    for d, size in enumerate(shape):
        if size == 1:
            grad = grad.narrow(d, 0, 1)
    return grad
