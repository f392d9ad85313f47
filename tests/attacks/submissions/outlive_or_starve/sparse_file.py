"""A sparse file of a terabyte, and memory mapped from it."""
import mmap


def double(x):
    with open("big", "wb") as file:
        file.truncate(1 << 40)
    with open("big", "r+b") as file:
        mapped = mmap.mmap(file.fileno(), 0)
        for at in range(0, 1 << 40, 4096):
            mapped[at] = 1
    raise NotImplementedError


def row_softmax(x):
    raise NotImplementedError


count = train = row_softmax
