"""Escapes that rewrite a terminal, set its title, or hide what follows."""
BAD = "\x1b[2J\x1b[H\x1b]0;owned\x07\x1b[8m12 of 12 points\x9b31m\r\b\b[bold red]passed[/]\u202egnp.exe"
print(BAD)


def double(x):
    raise ValueError(BAD)


def row_softmax(x):
    return BAD


def count(x):
    raise RuntimeError(BAD * 1000)


def train(x, y, steps):
    return BAD
