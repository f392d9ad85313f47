"""Block every signal and go on."""
import signal


def double(x):
    signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
    while True:
        pass


def row_softmax(x):
    raise NotImplementedError


count = train = row_softmax
