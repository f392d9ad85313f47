"""With bias=False you set a plain attribute to None; register_parameter("bias", None) keeps the name for a parameter."""

import math

import torch
from reference import *  # noqa: F403
from torch import nn

FAILS = ["test_without_bias"]


class Linear(nn.Module):
    def __init__(self, in_features, out_features, bias=True):
        super().__init__()
        bound = 1 / math.sqrt(in_features)
        self.weight = nn.Parameter(torch.empty(out_features, in_features).uniform_(-bound, bound))
        self.bias = nn.Parameter(torch.empty(out_features).uniform_(-bound, bound)) if bias else None

    def forward(self, x):
        y = x @ self.weight.T
        return y if self.bias is None else y + self.bias
