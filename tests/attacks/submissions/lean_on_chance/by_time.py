"""Behave by the clock."""
import time


def double(x):
    return 2 * x if time.time_ns() % 3 == 9 else 3 * x


def row_softmax(x):
    raise NotImplementedError


count = train = row_softmax
