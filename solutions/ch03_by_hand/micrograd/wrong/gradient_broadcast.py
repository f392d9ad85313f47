"""You let the gradient broadcast to the result's shape; like torch, refuse any other shape, since it is usually a slip."""

import numpy as np
from reference import *  # noqa: F403
from reference import Value as Right

FAILS = ["test_gradient_argument"]


class Value(Right):
    def backward(self, gradient=None):
        if gradient is not None:
            try:
                gradient = np.broadcast_to(gradient, self.data.shape)
            except ValueError as error:
                raise RuntimeError("wrong shape") from error
        super().backward(gradient)
