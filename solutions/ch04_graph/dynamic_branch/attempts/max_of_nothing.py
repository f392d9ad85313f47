"""Wrong: takes the max of the change, which raises for an x without entries."""

import torch
from torch import Tensor, nn


class BranchNet(nn.Module):
    def __init__(self, branch_a: nn.Module, branch_b: nn.Module) -> None:
        super().__init__()
        self.branch_a = branch_a
        self.branch_b = branch_b

    def forward(self, x: Tensor) -> Tensor:
        return self.branch_a(x) if x.mean() > 0 else self.branch_b(x)


class PonderNet(nn.Module):
    def __init__(self, cell: nn.Module, tol: float) -> None:
        super().__init__()
        self.cell = cell
        self.tol = tol

    def forward(self, x: Tensor, max_steps: int) -> tuple[Tensor, int]:
        h = x
        for step in range(1, max_steps + 1):
            before, h = h, self.cell(h)
            if (h - before).abs().max().item() <= self.tol:
                return h, step
        return h, max_steps


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
