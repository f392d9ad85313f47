"""Print ten million empty lines."""
import os


def double(x):
    for _ in range(10_000_000):
        os.write(1, b"\n")
    raise NotImplementedError


def row_softmax(x):
    raise NotImplementedError


count = train = row_softmax
