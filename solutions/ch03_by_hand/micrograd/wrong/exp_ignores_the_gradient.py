"""Your exp hands on its own slope and forgets to multiply it by the gradient that came in."""

import numpy as np
from reference import *  # noqa: F403
from reference import Value as Right

FAILS = [
    "test_functions[exp]",
    "test_used_twice",
    "test_random_expressions",
]


class Value(Right):
    def exp(self):
        out = np.exp(self.data)
        return self._result(out, (self,), lambda g: (out,))
