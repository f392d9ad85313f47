"""The forbidden call inside a module of torch.nn."""
import torch


def double(x):
    raise NotImplementedError


def row_softmax(x):
    return torch.nn.Sequential(torch.nn.Identity(), torch.nn.Softmax(dim=-1))(x)


count = train = double
