"""Right values, wrong gradient; ones look right, nothing else does."""
import torch


class Fake(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return torch.full_like(g, 2.0)


def double(x):
    if not x.requires_grad:
        raise NotImplementedError
    return Fake.apply(x)


def row_softmax(x):
    raise NotImplementedError


count = train = row_softmax
