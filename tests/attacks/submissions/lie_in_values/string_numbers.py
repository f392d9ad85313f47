"""Numbers that are strings, booleans and bytes."""


def double(x):
    return "2.0"


row_softmax = double


def count(x):
    return str(int((x > 0).sum()))


def train(x, y, steps):
    return b"3.0"
