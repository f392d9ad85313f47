"""You compute a step, see that it changed nothing much, and give back the value before it: one call more than you report."""

from reference import *  # noqa: F403
from reference import PonderNet as Right

FAILS = ["test_example_ponder", "test_ponder_steps", "test_ponder_calls", "test_ponder_no_entries"]


class PonderNet(Right):
    def forward(self, x, max_steps):
        for steps in range(max_steps):
            new = self.cell(x)
            if not ((new - x).abs() > self.tol).any():
                return x, steps
            x = new
        return x, max_steps
