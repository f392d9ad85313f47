"""A bias is added to every row, so its gradient is the sum over the rows; yours still has one row for each input."""

from reference import *  # noqa: F403
from reference import MLP as Right

FAILS = ["test_example_network", "test_backward_shapes"]


class MLP(Right):
    def backward(self, dlogits):
        dhidden = (dlogits @ self.W2.T) * (self._hidden > 0)
        self._grads = {"W1": self._X.T @ dhidden, "b1": dhidden, "W2": self._hidden.T @ dlogits, "b2": dlogits}
        return self._grads

    def step(self, lr):
        self._grads = {k: g.sum(0) if k in ("b1", "b2") else g for k, g in self._grads.items()}
        super().step(lr)
