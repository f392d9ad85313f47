"""Die by abort and by a segmentation fault."""
import ctypes
import os


def double(x):
    os.abort()


def row_softmax(x):
    ctypes.string_at(0)


def count(x):
    os.kill(os.getpid(), 11)


def train(x, y, steps):
    os._exit(255)
