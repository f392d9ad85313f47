"""Softmax out of the gradient of cross entropy."""
import torch


def double(x):
    raise NotImplementedError


def row_softmax(x):
    y = x.detach().clone().requires_grad_()
    torch.nn.functional.cross_entropy(y, torch.zeros(len(x), dtype=torch.long), reduction="sum").backward()
    return y.grad + torch.nn.functional.one_hot(torch.zeros(len(x), dtype=torch.long), x.shape[1])


count = train = double
