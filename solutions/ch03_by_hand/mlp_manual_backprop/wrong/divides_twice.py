"""You divide by N in backward; the 1/N of the mean is already in dlogits, so your gradients are N times too small."""

from reference import *  # noqa: F403
from reference import MLP as Right

FAILS = [
    "test_example_network",
    "test_backward_is_the_slope",
    "test_backward_equals_autograd",
    "test_backward_remembers_the_last_forward",
    "test_reads_digits",
]


class MLP(Right):
    def backward(self, dlogits):
        super().backward(dlogits)
        self._grads = {name: grad / max(len(dlogits), 1) for name, grad in self._grads.items()}
        return self._grads
