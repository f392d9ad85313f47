"""No gradient at all."""
def double(x):
    return (3 * x).detach()


def row_softmax(x):
    raise NotImplementedError


count = train = row_softmax
