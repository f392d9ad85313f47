"""Raise what ends loops, generators and interpreters."""
def double(x):
    raise StopIteration(2 * x)


def row_softmax(x):
    raise GeneratorExit


def count(x):
    raise KeyboardInterrupt


def train(x, y, steps):
    raise SystemExit(0)
