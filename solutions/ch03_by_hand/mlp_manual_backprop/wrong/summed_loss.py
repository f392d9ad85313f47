"""You summed the loss over the rows; it is their mean."""

from reference import *  # noqa: F403
from reference import softmax_cross_entropy as right

FAILS = ["test_example_loss", "test_loss", "test_large_logits"]


def softmax_cross_entropy(logits, y):
    loss, dlogits = right(logits, y)
    return loss * len(y), dlogits
