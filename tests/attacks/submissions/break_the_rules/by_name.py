"""The forbidden call by its name."""
import torch


def double(x):
    raise NotImplementedError


def row_softmax(x):
    return torch.softmax(x, -1)


count = train = double
