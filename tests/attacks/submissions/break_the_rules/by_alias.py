"""The forbidden call by an alias of an alias."""
import torch.nn.functional as f
from torch.nn import functional
from torch.nn.functional import softmax as harmless

g = functional.softmax


def double(x):
    raise NotImplementedError


def row_softmax(x):
    return (harmless if x.sum() > 0 else g if x.sum() < -1 else f.softmax)(x, -1)


count = train = double
