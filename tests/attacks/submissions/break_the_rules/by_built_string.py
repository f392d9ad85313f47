"""The forbidden call by getattr with a string that is built."""
import torch


def double(x):
    raise NotImplementedError


def row_softmax(x):
    return getattr(torch, "".join(reversed("xamtfos")))(x, -1)


count = train = double
