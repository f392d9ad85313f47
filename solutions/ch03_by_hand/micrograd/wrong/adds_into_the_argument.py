"""You keep the caller's gradient as your own grad and later add to it in place: the caller's array changes."""

from reference import *  # noqa: F403
from reference import Value as Right
from reference import _sum_to

FAILS = ["test_data_and_gradient_unchanged"]


class Value(Right):
    def backward(self, gradient=None):
        seed = self._seed(gradient)
        flowing = {id(self): seed if gradient is None else gradient}
        for value in self._consumers_first():
            g = flowing[id(value)]
            if value is self and not value.grad.any():
                value.grad = g
            elif value is self:
                value.grad += g
            else:
                value.grad = value.grad + g
            for parent, pulled in zip(value._parents, value._pull(g) if value._pull else ()):
                flowing[id(parent)] = flowing.get(id(parent), 0) + _sum_to(pulled, parent.data.shape)
