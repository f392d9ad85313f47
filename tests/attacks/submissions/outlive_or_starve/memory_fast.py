"""All the memory at once."""
import torch


def double(x):
    return torch.ones(1 << 34, dtype=torch.uint8)


def row_softmax(x):
    raise NotImplementedError


count = train = row_softmax
