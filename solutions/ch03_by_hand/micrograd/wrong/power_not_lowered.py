"""The slope of x^c is c · x^(c-1): you left the exponent as it was."""

from reference import *  # noqa: F403
from reference import Value as Right

FAILS = ["test_example", "test_pow", "test_random_expressions"]


class Value(Right):
    def __pow__(self, exponent):
        out = self.data**exponent
        return self._result(out, (self,), lambda g: (g * exponent * out,))
