"""A value whose text is a gigabyte."""
class Huge:
    def __repr__(self):
        return "x" * (1 << 30)

    __str__ = __repr__


def double(x):
    raise ValueError(Huge())


def row_softmax(x):
    return Huge()


count = train = row_softmax
