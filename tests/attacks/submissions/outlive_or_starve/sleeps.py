"""Sleep: no CPU time is used."""
import time


def double(x):
    time.sleep(1000)


def row_softmax(x):
    raise NotImplementedError


count = train = row_softmax
