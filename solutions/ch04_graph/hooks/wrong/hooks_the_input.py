"""Your hook is on x itself: it acts on all that x is used for elsewhere, one more is added in every forward, and where x requires no grad it raises. Give it to a view of x."""

from reference import *
from torch import nn

FAILS = ["test_scale_gradients", "test_scale_without_gradient"]


class ScaleGrad(nn.Module):
    def __init__(self, s):
        super().__init__()
        self.s = s

    def forward(self, x):
        x.register_hook(lambda grad: grad * self.s)
        return x
