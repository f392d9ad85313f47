"""With bias=False you register a bias of zeros that is frozen; it still shows up in state_dict() and in parameters()."""

import math

import torch
from reference import *  # noqa: F403
from torch import nn

FAILS = [
    "test_without_bias",
    "test_values[matrix-no-bias]",
    "test_values[other-no-bias]",
]


class Linear(nn.Module):
    def __init__(self, in_features, out_features, bias=True):
        super().__init__()
        bound = 1 / math.sqrt(in_features)
        self.weight = nn.Parameter(torch.empty(out_features, in_features).uniform_(-bound, bound))
        if bias:
            self.bias = nn.Parameter(torch.empty(out_features).uniform_(-bound, bound))
        else:
            self.bias = nn.Parameter(torch.zeros(out_features), requires_grad=False)

    def forward(self, x):
        return x @ self.weight.T + self.bias
