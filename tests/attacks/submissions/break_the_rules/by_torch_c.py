"""The forbidden call from torch._C and from the operators."""
import torch


def double(x):
    raise NotImplementedError


def row_softmax(x):
    if x.numel() % 2:
        return torch._C._VariableFunctions.softmax(x, -1)
    return torch.ops.aten._softmax.default(x, -1, False)


count = train = double
