"""`logits -= ...` changes the caller's array; whoever looks at the logits afterwards sees other numbers."""

from reference import *  # noqa: F403
from reference import softmax_cross_entropy as right

FAILS = [
    "test_example_loss",
    "test_loss",
    "test_loss_gradient",
    "test_large_logits",
    "test_arguments_unchanged",
]


def softmax_cross_entropy(logits, y):
    logits -= logits.max(1, keepdims=True)
    return right(logits, y)
