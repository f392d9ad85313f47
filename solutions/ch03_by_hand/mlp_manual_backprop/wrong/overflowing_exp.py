"""exp(1000) is inf and inf/inf is nan: subtract each row's maximum first, the softmax stays the same."""

import numpy as np
from reference import *  # noqa: F403

FAILS = ["test_large_logits"]


def softmax_cross_entropy(logits, y):
    rows = np.arange(len(y))
    with np.errstate(all="ignore"):
        p = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
        loss = float(-np.log(p[rows, y]).mean())
    p[rows, y] -= 1
    return loss, p / len(y)
