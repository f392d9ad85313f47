"""You treat the right operand of + as a constant; when it is a Value it gets the gradient too."""

from reference import *  # noqa: F403
from reference import Value as Right
from reference import _as_value

FAILS = [
    "test_example",
    "test_same_shapes[add]",
    "test_broadcast[add]",
    "test_used_twice",
    "test_random_expressions",
    "test_every_value_on_the_way",
]


class Value(Right):
    def __add__(self, other):
        return self._result(self.data + _as_value(other).data, (self,), lambda g: (g,))
