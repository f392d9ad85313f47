"""Modules whose graph is another one at every call."""

import torch
from torch import Tensor, nn


class BranchNet(nn.Module):
    """branch_a where the mean of the input is positive, else branch_b; the other one does not run."""

    def __init__(self, branch_a: nn.Module, branch_b: nn.Module) -> None:
        super().__init__()
        self.branch_a = branch_a
        self.branch_b = branch_b

    def forward(self, x: Tensor) -> Tensor:
        """x: any shape -> what the branch that is taken makes of it"""
        return self.branch_a(x) if x.mean() > 0 else self.branch_b(x)


class PonderNet(nn.Module):
    """Applies a cell again and again, until a step changes no entry by more than tol."""

    def __init__(self, cell: nn.Module, tol: float) -> None:
        super().__init__()
        self.cell = cell
        self.tol = tol

    def forward(self, x: Tensor, max_steps: int) -> tuple[Tensor, int]:
        """x: any shape, max_steps >= 0 -> what the last step gave (the shape of x), number of steps"""
        h = x
        for steps in range(1, max_steps + 1):
            before, h = h, self.cell(h)
            if not ((h - before).abs() > self.tol).any():
                return h, steps
        return h, max_steps


class FallbackNet(nn.Module):
    """main, or backup where a matrix of main has no decomposition."""

    def __init__(self, main: nn.Module, backup: nn.Module) -> None:
        super().__init__()
        self.main = main
        self.backup = backup

    def forward(self, x: Tensor) -> Tensor:
        """x: any shape -> main(x); backup(x) where main raises torch.linalg.LinAlgError"""
        try:
            return self.main(x)
        except torch.linalg.LinAlgError:
            return self.backup(x)
