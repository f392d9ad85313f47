"""Containers that hold themselves."""
def double(x):
    loop = []
    loop.append(loop)
    return loop


def row_softmax(x):
    loop = {}
    loop["self"] = loop
    return loop


def count(x):
    a, b = [], []
    a.append(b)
    b.append(a)
    return a


train = lambda x, y, steps: double(x)  # noqa: E731
