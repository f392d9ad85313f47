"""Right: if, a for loop with break, and try with the exact exception."""

import torch
from torch import Tensor, nn


class BranchNet(nn.Module):
    def __init__(self, branch_a: nn.Module, branch_b: nn.Module) -> None:
        super().__init__()
        self.branch_a = branch_a
        self.branch_b = branch_b

    def forward(self, x: Tensor) -> Tensor:
        if x.mean() > 0:
            return self.branch_a(x)
        return self.branch_b(x)


class PonderNet(nn.Module):
    def __init__(self, cell: nn.Module, tol: float) -> None:
        super().__init__()
        self.cell = cell
        self.tol = tol

    def forward(self, x: Tensor, max_steps: int) -> tuple[Tensor, int]:
        h, steps = x, 0
        while steps < max_steps:
            new = self.cell(h)
            steps += 1
            done = not ((new - h).abs() > self.tol).any()
            h = new
            if done:
                break
        return h, steps


class FallbackNet(nn.Module):
    def __init__(self, main: nn.Module, backup: nn.Module) -> None:
        super().__init__()
        self.main = main
        self.backup = backup

    def forward(self, x: Tensor) -> Tensor:
        try:
            return self.main(x)
        except torch.linalg.LinAlgError:
            return self.backup(x)
