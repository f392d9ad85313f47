"""You keep the caller's array itself: when it changes later, your Value changes with it. Make a copy."""

import numpy as np
from reference import *  # noqa: F403
from reference import Value as Right

FAILS = ["test_leaf"]


class Value(Right):
    def __init__(self, data, parents=(), pull=None):
        super().__init__(data, parents, pull)
        self.data = np.asarray(data, dtype=np.float64)
