"""You took the softmax over the rows of the batch; the classes are the columns, so each row must add up to 1."""

import numpy as np
from reference import *  # noqa: F403

FAILS = ["test_example_loss", "test_loss", "test_loss_gradient", "test_large_logits", "test_reads_digits"]


def softmax_cross_entropy(logits, y):
    rows = np.arange(len(y))
    p = np.exp(logits - logits.max(0))
    p /= p.sum(0)
    loss = float(-np.log(p[rows, y]).mean())
    p[rows, y] -= 1
    return loss, p / len(y)
