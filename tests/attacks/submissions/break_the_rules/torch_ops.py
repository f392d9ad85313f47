"""The forbidden operator from torch.ops."""
import torch


def double(x):
    raise NotImplementedError


def row_softmax(x):
    return torch.ops.aten._softmax.default(x, -1, False)


count = train = double
