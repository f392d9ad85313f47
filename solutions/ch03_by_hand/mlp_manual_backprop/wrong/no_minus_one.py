"""Your dlogits is the softmax itself; the 1 of the right class has to come off."""

import numpy as np
from reference import *  # noqa: F403

FAILS = ["test_example_loss", "test_loss_gradient", "test_large_logits", "test_reads_digits"]


def softmax_cross_entropy(logits, y):
    rows = np.arange(len(y))
    p = np.exp(logits - logits.max(1, keepdims=True))
    p /= p.sum(1, keepdims=True)
    with np.errstate(divide="ignore"):
        return float(-np.log(p[rows, y]).mean()), p / len(y)
