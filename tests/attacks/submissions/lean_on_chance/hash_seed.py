"""Depend on the hash seed."""
def double(x):
    return 2 * x if hash("torchgrade") == 12345 else x


def row_softmax(x):
    raise NotImplementedError


count = train = row_softmax
