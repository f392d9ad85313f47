"""A hook that rewrites the gradient on its way."""
def double(x):
    y = 3 * x
    if y.requires_grad:
        y.register_hook(lambda g: g * 2 / 3)
    return y


def row_softmax(x):
    raise NotImplementedError


count = train = row_softmax
