"""Your weight is (in, out); torch keeps it as (out, in), and a checkpoint of nn.Linear must load into yours."""

import math

import torch
from reference import *  # noqa: F403
from torch import nn

FAILS = [
    "test_example",
    "test_example_fit",
    "test_parameters[3-5]",
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
        self.weight = nn.Parameter(torch.empty(in_features, out_features).uniform_(-bound, bound))
        self.register_parameter(
            "bias", nn.Parameter(torch.empty(out_features).uniform_(-bound, bound)) if bias else None
        )

    def forward(self, x):
        y = x @ self.weight
        return y if self.bias is None else y + self.bias
