"""Your mask lets the gradient through where ReLU's input is exactly 0; the slope there is taken as 0."""

from reference import *  # noqa: F403
from reference import MLP as Right

FAILS = ["test_backward_at_the_kink"]


class MLP(Right):
    def backward(self, dlogits):
        dhidden = (dlogits @ self.W2.T) * (self._X @ self.W1 + self.b1 >= 0)
        self._grads = {
            "W1": self._X.T @ dhidden,
            "b1": dhidden.sum(0),
            "W2": self._hidden.T @ dlogits,
            "b2": dlogits.sum(0),
        }
        return self._grads
