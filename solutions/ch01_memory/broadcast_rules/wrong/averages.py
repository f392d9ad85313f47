"""You averaged: an element that was used k times gets the sum of its k gradients, not their mean."""

from reference import *  # noqa: F403

FAILS = ["test_example_unbroadcast"]


def unbroadcast(grad, shape):
    for _ in range(grad.dim() - len(shape)):
        grad = grad.mean(0)
    for d, size in enumerate(shape):
        if size == 1:
            grad = grad.mean(d, keepdim=True)
    return grad
