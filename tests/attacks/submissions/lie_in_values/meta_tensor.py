"""Tensors without any value."""
import torch


def double(x):
    return torch.empty_like(x, device="meta")


def row_softmax(x):
    return torch.empty_like(x, device="meta")


def count(x):
    return torch.empty((), device="meta")


def train(x, y, steps):
    return torch.empty((), device="meta")
