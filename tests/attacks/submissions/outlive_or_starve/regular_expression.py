"""A regular expression that never ends."""
import re


def double(x):
    return re.match(r"(a+)+$", "a" * 64 + "b")


def row_softmax(x):
    raise NotImplementedError


count = train = row_softmax
