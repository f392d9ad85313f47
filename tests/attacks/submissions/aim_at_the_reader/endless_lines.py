"""Lines without end in every place."""
LONG = "x" * 100_000


def double(x):
    print(LONG)
    raise ValueError(LONG)


def row_softmax(x):
    return LONG


count = train = row_softmax
