"""You divide the gradient of sum by the number of entries; that would be the gradient of a mean."""

import numpy as np
from reference import *  # noqa: F403
from reference import Value as Right

FAILS = [
    "test_example_broadcast",
    "test_functions[sum]",
    "test_numbers_and_arrays",
    "test_random_expressions",
    "test_every_value_on_the_way",
    "test_second_backward_adds",
    "test_zero_grad",
    "test_long_chain",
]


class Value(Right):
    def sum(self):
        shape, size = self.data.shape, max(self.data.size, 1)
        return self._result(self.data.sum(), (self,), lambda g: (np.full(shape, g / size),))
