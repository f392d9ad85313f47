"""You assign gradients where you should add them: of several paths to a value only the last one counts."""

from reference import *  # noqa: F403
from reference import Value as Right
from reference import _sum_to

FAILS = ["test_example", "test_used_twice", "test_random_expressions", "test_every_value_on_the_way"]


class Value(Right):
    def backward(self, gradient=None):
        flowing = {id(self): self._seed(gradient)}
        for value in self._consumers_first():
            g = flowing[id(value)]
            value.grad = value.grad + g
            for parent, pulled in zip(value._parents, value._pull(g) if value._pull else ()):
                flowing[id(parent)] = _sum_to(pulled, parent.data.shape)
