"""Right: decides on detached values as Python numbers, and calls the backup outside of the except block."""

import torch
import torch.nn as nn
from torch.linalg import LinAlgError


class BranchNet(nn.Module):
    def __init__(self, branch_a, branch_b):
        super().__init__()
        self.branch_a, self.branch_b = branch_a, branch_b

    def forward(self, x):
        branch = self.branch_a if float(x.detach().mean()) > 0.0 else self.branch_b
        return branch(x)


class PonderNet(nn.Module):
    def __init__(self, cell, tol):
        super().__init__()
        self.tol = float(tol)
        self.add_module("cell", cell)

    def moved(self, old, new):
        with torch.no_grad():
            return bool(torch.any(torch.abs(old - new) > self.tol))

    def forward(self, x, max_steps):
        history = [x]
        for _ in range(max_steps):
            history.append(self.cell(history[-1]))
            if not self.moved(history[-2], history[-1]):
                break
        return history[-1], len(history) - 1


class FallbackNet(nn.Module):
    def __init__(self, main, backup):
        super().__init__()
        self.main, self.backup = main, backup

    def forward(self, x):
        out = None
        try:
            out = self.main(x)
        except RuntimeError as error:
            if not isinstance(error, LinAlgError):
                raise
        if out is None:
            print("falling back")
            out = self.backup(x)
        return out
