"""A result that claims to need a gradient and is a leaf of its own."""


def double(x):
    if not x.requires_grad:
        raise NotImplementedError
    return (x.detach() * 2).requires_grad_()


def row_softmax(x):
    raise NotImplementedError


count = train = row_softmax
