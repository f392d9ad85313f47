"""You catch NumPy's LinAlgError; torch raises its own, `torch.linalg.LinAlgError`, and the two are not related."""

import numpy as np
from reference import *  # noqa: F403
from reference import FallbackNet as Right

FAILS = ["test_example_fallback", "test_fallback"]


class FallbackNet(Right):
    def forward(self, x):
        try:
            return self.main(x)
        except np.linalg.LinAlgError:
            return self.backup(x)
