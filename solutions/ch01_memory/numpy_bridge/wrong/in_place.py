"""`x -= …`, `x /= …` and `out=x` write into the array, and the array is the memory of t: work on a copy."""

import numpy as np
from reference import *  # noqa: F403

FAILS = ["test_example_normalize"]


def normalize_feature_map(t):
    x = t.detach().float().cpu().numpy()
    if x.min() == x.max():
        return np.full_like(x, 0.5)
    x -= x.mean()
    x /= x.std()
    x *= 0.25
    x += 0.5
    return np.clip(x, 0, 1, out=x)
