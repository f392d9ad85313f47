"""You add the gradient; it points uphill, so the step must subtract it."""

from reference import *  # noqa: F403
from reference import MLP as Right

FAILS = ["test_step", "test_reads_digits"]


class MLP(Right):
    def step(self, lr):
        super().step(-lr)
