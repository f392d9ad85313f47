"""You pass on `.grad`, which still holds the gradients of the last backward: the second one then counts those again."""

from reference import *  # noqa: F403
from reference import Value as Right
from reference import _sum_to

FAILS = ["test_example", "test_second_backward_adds", "test_zero_grad"]


class Value(Right):
    def backward(self, gradient=None):
        self.grad = self.grad + self._seed(gradient)
        for value in self._consumers_first():
            for parent, pulled in zip(value._parents, value._pull(value.grad) if value._pull else ()):
                parent.grad = parent.grad + _sum_to(pulled, parent.data.shape)
