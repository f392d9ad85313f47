"""You walked back through ReLU as if it were not there; it blocks the gradient where its input was not positive."""

from reference import *  # noqa: F403
from reference import MLP as Right

FAILS = [
    "test_example_network",
    "test_backward_is_the_slope",
    "test_backward_equals_autograd",
    "test_backward_at_the_kink",
    "test_backward_remembers_the_last_forward",
]


class MLP(Right):
    def backward(self, dlogits):
        dhidden = dlogits @ self.W2.T
        self._grads = {
            "W1": self._X.T @ dhidden,
            "b1": dhidden.sum(0),
            "W2": self._hidden.T @ dlogits,
            "b2": dlogits.sum(0),
        }
        return self._grads
