"""A list that is nested 10,000 deep, and one that contains itself."""


def double(x):
    out = []
    for _ in range(10_000):
        out = [out]
    return out


def row_softmax(x):
    out = []
    out.append(out)
    return out


count = double
train = lambda x, y, steps: double(x)  # noqa: E731
