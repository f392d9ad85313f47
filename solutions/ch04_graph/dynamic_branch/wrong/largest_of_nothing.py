"""`max()` of a tensor without entries raises; ask `(change > tol).any()`, which is False there."""

from reference import *  # noqa: F403
from reference import PonderNet as Right

FAILS = ["test_ponder_no_entries"]


class PonderNet(Right):
    def forward(self, x, max_steps):
        h = x
        for steps in range(1, max_steps + 1):
            before, h = h, self.cell(h)
            if (h - before).abs().max() <= self.tol:
                return h, steps
        return h, max_steps
