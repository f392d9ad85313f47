"""Right: PonderNet by a generator of states, the branches from a dict, the exception by contextlib.suppress."""

import contextlib
from itertools import islice

import torch
from torch import Tensor, nn

FAILURE = torch.linalg.LinAlgError


class BranchNet(nn.Module):
    def __init__(self, branch_a: nn.Module, branch_b: nn.Module) -> None:
        nn.Module.__init__(self)
        setattr(self, "branch_a", branch_a)
        setattr(self, "branch_b", branch_b)

    def forward(self, x: Tensor) -> Tensor:
        m = torch.tensor(float("nan")) if x.numel() == 0 else x.mean()
        return {True: self.branch_a, False: self.branch_b}[bool(m > 0)](x)


class PonderNet(nn.Module):
    def __init__(self, cell: nn.Module, tol: float) -> None:
        nn.Module.__init__(self)
        self.cell = cell
        self.tol = tol

    def states(self, h: Tensor):
        while True:
            before, h = h, self.cell(h)
            biggest = 0.0
            for change in (h - before).detach().abs().flatten().tolist():
                biggest = max(biggest, change)
            yield h, biggest <= self.tol

    def forward(self, x: Tensor, max_steps: int) -> tuple[Tensor, int]:
        result, count = x, 0
        for count, (result, still) in enumerate(islice(self.states(x), max_steps), start=1):
            if still:
                break
        return result, count


class FallbackNet(nn.Module):
    def __init__(self, main: nn.Module, backup: nn.Module) -> None:
        nn.Module.__init__(self)
        self.main = main
        self.backup = backup

    def forward(self, x: Tensor) -> Tensor:
        with contextlib.suppress(FAILURE):
            return self.main(x)
        return self.backup(x)
