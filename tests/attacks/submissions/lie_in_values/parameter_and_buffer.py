"""Modules, parameters and generators in place of values."""
import torch


def double(x):
    return torch.nn.Parameter(3 * x.detach().float())


def row_softmax(x):
    return torch.nn.Linear(2, 2)


def count(x):
    return (1 for _ in range(3))


def train(x, y, steps):
    return torch.Generator()
