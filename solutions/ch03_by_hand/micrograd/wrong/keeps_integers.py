"""You keep the dtype of what you are given: from whole numbers come integer arrays, which cannot hold gradients."""

import numpy as np
from reference import *  # noqa: F403
from reference import Value as Right

FAILS = ["test_example_broadcast", "test_leaf"]


class Value(Right):
    def __init__(self, data, parents=(), pull=None):
        super().__init__(data, parents, pull)
        self.data = np.array(data)
        self.grad = np.zeros_like(self.data)
