"""You add up losses with their graphs: the sum keeps every batch of the epoch alive. Detach before you add."""

from reference import *  # noqa: F403
from reference import Meter as Right

FAILS = ["test_meter_keeps_no_graph"]


class Meter(Right):
    def update(self, loss, n):
        self._sum = self._sum + loss.double() * n
        self._count += n

    def value(self):
        return self._sum.item() / self._count if self._count else float("nan")
