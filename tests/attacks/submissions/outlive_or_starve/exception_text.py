"""Exceptions whose text is huge, raises, hangs."""


class Huge(Exception):
    def __str__(self):
        return "x" * (1 << 28)


class Raising(Exception):
    def __str__(self):
        raise RuntimeError("in __str__")

    __repr__ = __str__


class Hanging(Exception):
    def __str__(self):
        while True:
            pass


def double(x):
    raise Huge


def row_softmax(x):
    raise Raising


def count(x):
    raise Hanging


def train(x, y, steps):
    raise ExceptionGroup("many", [ValueError(i) for i in range(100_000)])
