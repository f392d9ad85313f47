"""`total += part` on a slice of the gradient writes into the gradient itself: others may still need it, so add up in a new tensor."""

from reference import *  # noqa: F403

FAILS = ["test_example_unbroadcast", "test_unbroadcast_leaves_its_argument"]


def unbroadcast(grad, shape):
    for _ in range(grad.dim() - len(shape)):
        if len(grad) == 0:
            grad = grad.sum(0)
            continue
        total = grad[0]
        for part in grad[1:]:
            total += part
        grad = total
    for d, size in enumerate(shape):
        if size == 1:
            grad = grad.sum(d, keepdim=True)
    return grad
