"""Your backward clears the gradients before it starts; they must add up until someone calls zero_grad."""

from reference import *  # noqa: F403
from reference import Value as Right

FAILS = ["test_example", "test_second_backward_adds"]


class Value(Right):
    def backward(self, gradient=None):
        seed = self._seed(gradient)
        for value in self._consumers_first():
            value.zero_grad()
        super().backward(seed)
