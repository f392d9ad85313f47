"""A backward that raises, exits and hangs."""
import os

import torch


class Fake(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 3

    @staticmethod
    def backward(ctx, g):
        if g.numel() % 2:
            raise RuntimeError("no gradient today")
        os._exit(0)


def double(x):
    return Fake.apply(x)


def row_softmax(x):
    raise NotImplementedError


count = train = row_softmax
