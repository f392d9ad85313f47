"""Your gradients keep the broadcast shape: an operand of shape (2, 1) that was stretched to (2, 3) must get (2, 1) back, summed."""

from reference import *  # noqa: F403
from reference import Value as Right

FAILS = ["test_example_broadcast", "test_broadcast[add]", "test_broadcast[mul]", "test_random_expressions"]


class Value(Right):
    def backward(self, gradient=None):
        flowing = {id(self): self._seed(gradient)}
        for value in self._consumers_first():
            g = flowing[id(value)]
            value.grad = value.grad + g
            for parent, pulled in zip(value._parents, value._pull(g) if value._pull else ()):
                flowing[id(parent)] = flowing.get(id(parent), 0) + pulled
