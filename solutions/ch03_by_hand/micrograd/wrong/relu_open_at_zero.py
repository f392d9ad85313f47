"""Your ReLU lets the gradient through at exactly 0; its slope there is taken as 0."""

import numpy as np
from reference import *  # noqa: F403
from reference import Value as Right

FAILS = ["test_functions[relu]"]


class Value(Right):
    def relu(self):
        return self._result(np.maximum(self.data, 0), (self,), lambda g: (g * (self.data >= 0),))
