"""The forbidden call in a string that is evaluated."""
import torch  # noqa: F401


def double(x):
    raise NotImplementedError


def row_softmax(x):
    return eval(bytes(b ^ 1 for b in b"unsbi/rnglyvc(y-,0(".replace(b"glyvc", b"ul`y")).decode()) if False else eval("torch.soft" + "max(x, -1)")


count = train = double
