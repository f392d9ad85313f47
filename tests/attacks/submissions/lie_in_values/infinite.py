"""Infinity for an answer."""


def double(x):
    return x * float("inf")


row_softmax = double


def count(x):
    return float("inf")


train = lambda x, y, steps: float("inf")  # noqa: E731
