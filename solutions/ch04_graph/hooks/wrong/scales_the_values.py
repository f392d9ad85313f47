"""You scale what goes forward; the values must be the same, and only the gradient smaller."""

from reference import *
from torch import nn

FAILS = ["test_example_scale", "test_scale_values", "test_scale_gradients", "test_scale_without_gradient"]


class ScaleGrad(nn.Module):
    def __init__(self, s):
        super().__init__()
        self.s = s

    def forward(self, x):
        return x * self.s
