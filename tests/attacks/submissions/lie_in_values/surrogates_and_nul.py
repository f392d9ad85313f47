"""Text that no encoding can carry."""
def double(x):
    return "\ud800\x00" * 1000


def row_softmax(x):
    return "\udcff".encode("utf-8", "surrogatepass")


def count(x):
    return "1" * 5_000_000


def train(x, y, steps):
    return b"3"
