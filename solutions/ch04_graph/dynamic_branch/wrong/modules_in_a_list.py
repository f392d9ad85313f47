"""You keep the modules in a Python list: parameters() and state_dict() do not look into it. Assign each to an attribute."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_example_branch", "test_modules_are_registered"]


class BranchNet(torch.nn.Module):
    def __init__(self, branch_a, branch_b):
        super().__init__()
        self.pair = [branch_a, branch_b]

    def forward(self, x):
        return self.pair[0](x) if x.mean() > 0 else self.pair[1](x)


class FallbackNet(torch.nn.Module):
    def __init__(self, main, backup):
        super().__init__()
        self.pair = [main, backup]

    def forward(self, x):
        try:
            return self.pair[0](x)
        except torch.linalg.LinAlgError:
            return self.pair[1](x)
