"""Where all values are equal, the std is 0 and 0 / 0 is NaN: that case needs an answer of its own."""

import numpy as np
from reference import *  # noqa: F403

FAILS = ["test_normalize_constant"]


def normalize_feature_map(t):
    x = to_numpy_isolated(t).astype(np.float32)  # noqa: F405
    with np.errstate(invalid="ignore"):
        return np.clip(0.5 + 0.25 * (x - x.mean()) / x.std(), 0, 1)
