"""A gradient that is right once in a process and wrong afterwards."""
import torch

_seen = 0


class Fake(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        global _seen
        _seen += 1
        return g * (2 if _seen == 1 else 1)


def double(x):
    if not x.requires_grad:
        raise NotImplementedError
    return Fake.apply(x)


def row_softmax(x):
    raise NotImplementedError


count = train = row_softmax
