"""A gradient of another shape and dtype."""
import torch


class Fake(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 3

    @staticmethod
    def backward(ctx, g):
        return torch.ones(1, dtype=torch.float32)


def double(x):
    return Fake.apply(x)


def row_softmax(x):
    raise NotImplementedError


count = train = row_softmax
