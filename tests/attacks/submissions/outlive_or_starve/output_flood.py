"""Print without end on both streams."""
import sys


def double(x):
    while True:
        sys.stdout.write("canary?" * 1000)
        sys.stderr.write("!" * 1000)


def row_softmax(x):
    raise NotImplementedError


count = train = row_softmax
