"""Modules whose graph is another one at every call."""

from torch import Tensor, nn


class BranchNet(nn.Module):
    """branch_a where the mean of the input is positive, else branch_b; the other one does not run."""

    def __init__(self, branch_a: nn.Module, branch_b: nn.Module) -> None:
        raise NotImplementedError

    def forward(self, x: Tensor) -> Tensor:
        """x: any shape -> what the branch that is taken makes of it"""
        raise NotImplementedError


class PonderNet(nn.Module):
    """Applies a cell again and again, until a step changes no entry by more than tol."""

    def __init__(self, cell: nn.Module, tol: float) -> None:
        raise NotImplementedError

    def forward(self, x: Tensor, max_steps: int) -> tuple[Tensor, int]:
        """x: any shape, max_steps >= 0 -> what the last step gave (the shape of x), number of steps"""
        raise NotImplementedError


class FallbackNet(nn.Module):
    """main, or backup where a matrix of main has no decomposition."""

    def __init__(self, main: nn.Module, backup: nn.Module) -> None:
        raise NotImplementedError

    def forward(self, x: Tensor) -> Tensor:
        """x: any shape -> main(x); backup(x) where main raises torch.linalg.LinAlgError"""
        raise NotImplementedError
