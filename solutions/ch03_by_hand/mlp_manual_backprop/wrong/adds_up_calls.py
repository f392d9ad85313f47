"""Your backward adds to the gradients of earlier calls; here each call answers for itself, so start from zero."""

from reference import *  # noqa: F403
from reference import MLP as Right

FAILS = ["test_backward_remembers_the_last_forward", "test_reads_digits"]


class MLP(Right):
    def backward(self, dlogits):
        before = getattr(self, "_grads", None)
        super().backward(dlogits)
        if before is not None:
            self._grads = {name: grad + before[name] for name, grad in self._grads.items()}
        return self._grads
