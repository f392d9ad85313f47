"""Close the channel, or stop, and stay alive."""
import os
import signal


def double(x):
    os.kill(os.getpid(), signal.SIGSTOP)


def row_softmax(x):
    os.closerange(0, 256)
    while True:
        pass


count = train = row_softmax
