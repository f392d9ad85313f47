"""Memory bit by bit, each touched."""


def double(x):
    hoard = []
    while True:
        hoard.append(bytearray(b"x" * (4 << 20)))


def row_softmax(x):
    raise NotImplementedError


count = train = row_softmax
