"""round has slope 0 almost everywhere, so nothing would ever learn through it: straight through means that the gradient passes."""

import torch
from reference import *  # noqa: F403
from torch.autograd import Function

FAILS = ["test_example_round", "test_round"]


class StraightThroughRound(Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return torch.zeros_like(grad)
