"""A tensor and a string of gigabytes, without owning the memory: expanded, repeated."""
import torch


def double(x):
    return torch.zeros(1).expand(1 << 33)


def row_softmax(x):
    return ["a" * 1000] * 5_000_000


def count(x):
    return 1 << (1 << 24)


train = lambda x, y, steps: double(x)  # noqa: E731
