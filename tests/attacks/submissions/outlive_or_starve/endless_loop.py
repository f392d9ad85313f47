"""A loop without end in Python."""


def double(x):
    while True:
        pass


def row_softmax(x):
    raise NotImplementedError


count = train = row_softmax
