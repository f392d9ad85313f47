"""Right: compares (type, index) pairs, the log of a triangle of ones, new_* methods."""

from copy import copy

import torch


def _key(device):
    d = torch.device(device)
    return d.type, 0 if d.index is None else d.index


def same_device(a, b):
    return _key(a) == _key(b)


def to_device(batch, device):

    def move(value):
        return to_device(value, device)

    match batch:
        case torch.Tensor():
            return batch if _key(batch.device) == _key(device) else batch.to(device)
        case dict():
            moved = copy(batch)
            moved.update((k, move(v)) for k, v in batch.items())
            return moved
        case tuple() if hasattr(batch, "_make"):
            return batch._make(map(move, batch))
        case list() | tuple():
            return type(batch)(map(move, batch))
        case _:
            return batch


def make_mask(lengths, size):
    places = lengths.new_ones((size,), dtype=torch.int64).cumsum(0)
    return places.unsqueeze(0) <= lengths.unsqueeze(1).to(torch.int64)


def causal_bias(scores):
    size = scores.size(-1)
    return scores.new_ones((size, size)).tril().log()
