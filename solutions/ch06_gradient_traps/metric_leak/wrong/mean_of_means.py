"""You average the batches, not the examples: a last batch of 3 counts as much as one of 64."""

from reference import *  # noqa: F403
from reference import Meter as Right

FAILS = ["test_example_meter", "test_meter_values"]


class Meter(Right):
    def update(self, loss, n):
        super().update(loss, 1)
