"""A library function that contains the forbidden call."""
import torch


def double(x):
    raise NotImplementedError


def row_softmax(x):
    return torch.nn.Softmax(dim=-1)(x)


count = train = double
