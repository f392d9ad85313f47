"""A gradient that is a constant, not the function's."""
import torch


class Fake(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 3

    @staticmethod
    def backward(ctx, g):
        return torch.full_like(g, 2.0)


def double(x):
    return Fake.apply(x) if x.requires_grad else x * 3


def row_softmax(x):
    raise NotImplementedError


count = train = row_softmax
