"""You run both branches and pick with `where`: the other one costs time, and its parameters get zeros instead of None."""

import torch
from reference import *  # noqa: F403
from reference import BranchNet as Right

FAILS = ["test_example_branch", "test_other_branch_does_not_run"]


class BranchNet(Right):
    def forward(self, x):
        return torch.where(x.mean() > 0, self.branch_a(x), self.branch_b(x))
