"""Both operands of + got the very same array as gradient, and `+=` then changed it for both."""

from reference import *  # noqa: F403
from reference import Value as Right
from reference import _sum_to

FAILS = ["test_random_expressions", "test_every_value_on_the_way"]


class Value(Right):
    def backward(self, gradient=None):
        flowing = {id(self): self._seed(gradient)}
        for value in self._consumers_first():
            g = flowing[id(value)]
            value.grad = value.grad + g
            for parent, pulled in zip(value._parents, value._pull(g) if value._pull else ()):
                if pulled.shape != parent.data.shape:
                    pulled = _sum_to(pulled, parent.data.shape)
                if id(parent) in flowing:
                    flowing[id(parent)] += pulled
                else:
                    flowing[id(parent)] = pulled
