"""log(p + 1e-12) hides the underflow: the loss can then never exceed 28. Take the logarithm before anything underflows."""

import numpy as np
from reference import *  # noqa: F403

FAILS = ["test_large_logits"]


def softmax_cross_entropy(logits, y):
    rows = np.arange(len(y))
    p = np.exp(logits - logits.max(1, keepdims=True))
    p /= p.sum(1, keepdims=True)
    loss = float(-np.log(p[rows, y] + 1e-12).mean())
    p[rows, y] -= 1
    return loss, p / len(y)
