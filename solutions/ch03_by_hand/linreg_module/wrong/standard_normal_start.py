"""You start from a standard normal: with many inputs the outputs then come out √in times too wide."""

import torch
from reference import *  # noqa: F403
from torch import nn

FAILS = ["test_initial_values"]


class Linear(nn.Module):
    def __init__(self, in_features, out_features, bias=True):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(out_features, in_features))
        self.register_parameter("bias", nn.Parameter(torch.randn(out_features)) if bias else None)

    def forward(self, x):
        y = x @ self.weight.T
        return y if self.bias is None else y + self.bias
