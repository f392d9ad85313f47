"""You sum over the dimensions that broadcasting added in front; those that it stretched from size 1 must be summed too."""

from reference import *  # noqa: F403
from reference import Value as Right

FAILS = ["test_example_broadcast", "test_broadcast[add]", "test_broadcast[mul]"]


class Value(Right):
    def backward(self, gradient=None):
        flowing = {id(self): self._seed(gradient)}
        for value in self._consumers_first():
            g = flowing[id(value)]
            value.grad = value.grad + g
            for parent, pulled in zip(value._parents, value._pull(g) if value._pull else ()):
                pulled = pulled.sum(axis=tuple(range(pulled.ndim - parent.data.ndim)))
                flowing[id(parent)] = flowing.get(id(parent), 0) + pulled
