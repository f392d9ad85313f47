"""Recursion without a limit."""
import sys

sys.setrecursionlimit(1 << 30)


def double(x):
    return double(x)


def row_softmax(x):
    raise NotImplementedError


count = train = row_softmax
