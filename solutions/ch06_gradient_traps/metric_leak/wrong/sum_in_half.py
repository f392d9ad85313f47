"""You add up in the dtype of the losses: float16 ends at 65504, and float32 loses small losses beside a large sum."""

from reference import *  # noqa: F403
from reference import Meter as Right

FAILS = ["test_meter_precision"]


class Meter(Right):
    def update(self, loss, n):
        self._sum = self._sum + loss.detach() * n
        self._count += n
