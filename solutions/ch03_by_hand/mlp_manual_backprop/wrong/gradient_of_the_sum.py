"""Your dlogits is N times too large: the loss is a mean over the rows, so its gradient must be divided by N too."""

from reference import *  # noqa: F403
from reference import softmax_cross_entropy as right

FAILS = ["test_example_loss", "test_loss_gradient", "test_large_logits", "test_reads_digits"]


def softmax_cross_entropy(logits, y):
    loss, dlogits = right(logits, y)
    return loss, dlogits * len(y)
