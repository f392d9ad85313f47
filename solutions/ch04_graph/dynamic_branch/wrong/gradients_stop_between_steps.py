"""You detach h between the steps: the gradient then knows the last step only, as if h before it were a constant."""

from reference import *  # noqa: F403
from reference import PonderNet as Right

FAILS = ["test_ponder_gradients"]


class PonderNet(Right):
    def forward(self, x, max_steps):
        h = x
        for steps in range(1, max_steps + 1):
            before = h.detach()
            h = self.cell(before)
            if not ((h - before).abs() > self.tol).any():
                return h, steps
        return h, max_steps
