"""In a product each operand gets the gradient times the *other* operand; you used its own."""

from reference import *  # noqa: F403
from reference import Value as Right
from reference import _as_value

FAILS = [
    "test_example",
    "test_example_broadcast",
    "test_same_shapes[mul]",
    "test_broadcast[mul]",
    "test_numbers_and_arrays",
    "test_used_twice",
    "test_random_expressions",
    "test_second_backward_adds",
    "test_zero_grad",
    "test_gradient_argument",
]


class Value(Right):
    def __mul__(self, other):
        other = _as_value(other)
        return self._result(self.data * other.data, (self, other), lambda g: (g * self.data, g * other.data))
