"""You call backward on the operands for every path that reaches them: right numbers, but 40 diamonds in a row take for ever."""

from reference import *  # noqa: F403
from reference import Value as Right
from reference import _sum_to

FAILS = ["test_each_value_once", "test_long_chain"]


class Value(Right):
    def backward(self, gradient=None):
        g = self._seed(gradient)
        self.grad = self.grad + g
        for parent, pulled in zip(self._parents, self._pull(g) if self._pull else ()):
            Value.backward(parent, _sum_to(pulled, parent.data.shape))
