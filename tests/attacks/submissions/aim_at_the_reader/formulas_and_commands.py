"""Formulas, workflow commands, tag lines, control characters."""
BAD = "=cmd|' /C calc'!A0\n::error file=x::owned\n::set-output name=x::y\nGrade :=>>100\n<|--\n--|>\x00\x01\x0b\x7f]]>&#0;"
print(BAD)


def double(x):
    raise ValueError(BAD)


def row_softmax(x):
    return BAD


def count(x):
    return BAD


def train(x, y, steps):
    raise KeyError(BAD)
