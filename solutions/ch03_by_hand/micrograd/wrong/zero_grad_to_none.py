"""Your zero_grad sets grad to None; here it goes back to zeros of the same shape."""

import numpy as np
from reference import *  # noqa: F403
from reference import Value as Right

FAILS = ["test_example", "test_zero_grad"]


class Value(Right):
    def zero_grad(self):
        self.grad = None

    def backward(self, gradient=None):
        for value in self._consumers_first():
            if value.grad is None:
                value.grad = np.zeros_like(value.data)
        super().backward(gradient)
