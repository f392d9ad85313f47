"""Write .grad of the argument by hand."""
import torch


def double(x):
    if x.is_leaf and x.requires_grad:
        x.grad = torch.full_like(x, 2.0)
    return 3 * x.detach()


def row_softmax(x):
    raise NotImplementedError


count = train = row_softmax
