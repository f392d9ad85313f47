"""Graphs that are recorded beside your code."""

import torch
from torch import Tensor
from torch.nn import functional as F


def evaluate(steps: list[tuple], leaves: list[Tensor]) -> Tensor:
    """The last result of some steps, each (name, *arguments): an int is the position of an earlier value (the leaves
    come first), a float a constant. A step with several results adds them all."""
    values = list(leaves)
    for name, *arguments in steps:
        function = getattr(torch, name, None) or getattr(F, name)
        result = function(*(values[a] if isinstance(a, int) else a for a in arguments))
        values += result if isinstance(result, tuple) else [result]
    return values[-1]
