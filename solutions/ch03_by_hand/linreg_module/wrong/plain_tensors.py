"""Your weight is a plain tensor: it computes, but nothing registered it, so no optimizer, state_dict or .to() finds it."""

import math

import torch
from reference import *  # noqa: F403
from torch import nn

FAILS = [
    "test_example",
    "test_example_fit",
    "test_parameters[1-1]",
    "test_parameters[3-5]",
    "test_without_bias",
    "test_values[matrix-bias]",
    "test_values[matrix-no-bias]",
    "test_values[other-bias]",
    "test_values[other-no-bias]",
    "test_gradient_of_the_input",
    "test_gradient_of_the_parameters",
    "test_steps",
    "test_history_kind",
    "test_old_gradients_do_not_count",
    "test_finds_the_line",
]


class Linear(nn.Module):
    def __init__(self, in_features, out_features, bias=True):
        super().__init__()
        bound = 1 / math.sqrt(in_features)
        self.weight = torch.empty(out_features, in_features).uniform_(-bound, bound).requires_grad_()
        self.bias = torch.empty(out_features).uniform_(-bound, bound).requires_grad_() if bias else None

    def forward(self, x):
        y = x @ self.weight.T
        return y if self.bias is None else y + self.bias
