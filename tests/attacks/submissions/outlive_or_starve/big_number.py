"""An integer that takes for ever."""
def double(x):
    return 10 ** (10**9)


def row_softmax(x):
    raise NotImplementedError


count = train = row_softmax
