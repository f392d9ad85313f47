"""A call into C that does not come back to Python."""
import itertools


def double(x):
    return sum(itertools.repeat(1))


def row_softmax(x):
    raise NotImplementedError


count = train = row_softmax
