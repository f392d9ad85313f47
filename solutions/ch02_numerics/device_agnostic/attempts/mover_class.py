"""Right: strings of devices, a class that moves, masked_fill for the bias, mask by subtraction."""

import copy
from typing import NamedTuple

import torch


class Place(NamedTuple):
    kind: str
    number: int


def place(device):
    text = str(torch.device(device))
    kind, _, number = text.partition(":")
    return Place(kind, int(number or "0"))


def same_device(a, b):
    if place(a) != place(b):
        return False
    return True


class Mover:
    def __init__(self, device):
        self.device = torch.device(device)

    def __call__(self, thing):
        for kind, method in (
            (torch.Tensor, self.tensor),
            (dict, self.dictionary),
            (list, self.sequence),
            (tuple, self.sequence),
        ):
            if isinstance(thing, kind):
                return method(thing)
        return thing

    def tensor(self, t):
        if same_device(t.device, self.device):
            return t
        return t.to(device=self.device)

    def dictionary(self, d):
        result = copy.copy(d)
        for k in d:
            result[k] = self(d[k])
        return result

    def sequence(self, s):
        items = []
        for item in s:
            items.append(self(item))
        if hasattr(s, "_fields"):
            return s._replace(**dict(zip(s._fields, items)))
        return s.__class__(items)


def to_device(batch, device="cpu"):
    return Mover(device)(batch)


def make_mask(lengths, size):
    left = lengths.long().reshape(-1, 1) - torch.arange(0, size, 1, device=lengths.device)
    return left > 0


def causal_bias(scores):
    *_, rows, columns = scores.shape
    i = torch.arange(rows, device=scores.device)[:, None]
    j = torch.arange(columns, device=scores.device)[None, :]
    bias = torch.zeros(rows, columns, dtype=scores.dtype, device=scores.device)
    bias.masked_fill_(j > i, -torch.inf)
    return bias
