"""You keep detached losses in a list: they share memory with the losses, and change when those are overwritten."""

from reference import *  # noqa: F403

FAILS = ["test_meter_copies"]


class Meter:
    def __init__(self):
        self.seen = []

    def update(self, loss, n):
        self.seen.append((loss.detach(), n))

    def value(self):
        if not self.seen:
            return float("nan")
        return sum(loss.item() * n for loss, n in self.seen) / sum(n for _, n in self.seen)
