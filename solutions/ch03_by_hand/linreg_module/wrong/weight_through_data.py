"""You compute with `self.weight.data`: right values, but autograd no longer sees the weight, so it is never trained."""

from reference import *  # noqa: F403
from reference import Linear as Right

FAILS = [
    "test_example_fit",
    "test_gradient_of_the_parameters",
    "test_steps",
    "test_finds_the_line",
]


class Linear(Right):
    def forward(self, x):
        y = x @ self.weight.data.T
        return y if self.bias is None else y + self.bias
