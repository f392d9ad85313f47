"""`torch.addmm` and `torch.mm` take matrices only; a layer meets single vectors and batches of sequences too."""

import torch
from reference import *  # noqa: F403
from reference import Linear as Right

FAILS = ["test_example", "test_values[other-bias]", "test_values[other-no-bias]", "test_gradient_of_the_input"]


class Linear(Right):
    def forward(self, x):
        y = torch.mm(x, self.weight.T)
        return y if self.bias is None else y + self.bias
