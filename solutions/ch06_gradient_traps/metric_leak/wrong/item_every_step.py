"""item() waits until the device has the value, in every step; keep the sum as a tensor and read it in value()."""

from reference import *  # noqa: F403
from reference import Meter as Right

FAILS = ["test_meter_does_not_wait"]


class Meter(Right):
    def update(self, loss, n):
        self._sum += loss.item() * n
        self._count += n
