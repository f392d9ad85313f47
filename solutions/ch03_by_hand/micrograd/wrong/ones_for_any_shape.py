"""You take a gradient of ones for a result of any shape; like torch, ask for one unless the result has a single entry."""

import numpy as np
from reference import *  # noqa: F403
from reference import Value as Right

FAILS = ["test_gradient_argument"]


class Value(Right):
    def backward(self, gradient=None):
        super().backward(np.ones_like(self.data) if gradient is None else gradient)
