"""Close every descriptor, then go on as if nothing were."""
import os


def double(x):
    os.closerange(0, 4096)
    return 2 * x + 1


def row_softmax(x):
    raise NotImplementedError


count = train = row_softmax
