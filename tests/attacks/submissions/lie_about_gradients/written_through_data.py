"""The right value written through .data into something with another graph."""


def double(x):
    if not x.requires_grad:
        raise NotImplementedError
    out = x * 5
    out.data.copy_(2 * x.data)
    return out


def row_softmax(x):
    raise NotImplementedError


count = train = row_softmax
