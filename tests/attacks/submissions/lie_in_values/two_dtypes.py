"""The right numbers in another dtype."""
import torch


def double(x):
    return (2 * x).to(torch.float16 if x.dtype == torch.float64 else torch.float64) if x.numel() else torch.zeros(x.shape, dtype=torch.int8)


def row_softmax(x):
    return x.double()


def count(x):
    return True


def train(x, y, steps):
    return 2.0
