"""Only your leaves get a gradient; here the values on the way and the result itself keep theirs too."""

from reference import *  # noqa: F403
from reference import Value as Right
from reference import _sum_to

FAILS = ["test_example", "test_every_value_on_the_way"]


class Value(Right):
    def backward(self, gradient=None):
        flowing = {id(self): self._seed(gradient)}
        for value in self._consumers_first():
            g = flowing[id(value)]
            if not value._parents:
                value.grad = value.grad + g
            for parent, pulled in zip(value._parents, value._pull(g) if value._pull else ()):
                flowing[id(parent)] = flowing.get(id(parent), 0) + _sum_to(pulled, parent.data.shape)
