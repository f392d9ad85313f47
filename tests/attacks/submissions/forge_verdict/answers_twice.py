"""Answer a call twice by returning in a fork as well."""
import os


def double(x):
    if os.fork() == 0:
        return 3 * x
    raise NotImplementedError


def row_softmax(x):
    raise NotImplementedError


count = train = row_softmax
