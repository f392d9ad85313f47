"""You count signs; the mean of x decides: one large entry can outweigh many small ones, and exactly 0 takes branch_b."""

from reference import *  # noqa: F403
from reference import BranchNet as Right

FAILS = ["test_branch_taken"]


class BranchNet(Right):
    def forward(self, x):
        return self.branch_b(x) if (x < 0).sum() > x.numel() / 2 else self.branch_a(x)
