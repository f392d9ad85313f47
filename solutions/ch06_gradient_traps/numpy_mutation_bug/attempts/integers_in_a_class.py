"""Right: classes with __enter__ and __exit__, and values seen as integers of the same size."""

import torch

INTS = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}


def bits(t):
    t = t.detach()
    if t.is_complex():
        t = torch.view_as_real(t.resolve_conj())
    return t.view(INTS[t.element_size()]).clone()


def same(a, b):
    return a.shape == b.shape and a.dtype == b.dtype and bool((a == b).all())


class guarded:
    def __init__(self, t):
        self.t = t

    def __enter__(self):
        self.version = self.t._version
        self.bits = bits(self.t)

    def __exit__(self, kind, error, traceback):
        if kind is not None or self.version != self.t._version:
            return False
        if not same(self.bits, bits(self.t)):
            raise RuntimeError("somebody wrote into a tensor of shape " + str(tuple(self.t.shape)))


class Saved:
    def __init__(self, t):
        self.t = t.detach()
        self.bits = bits(t)

    def get(self):
        if same(self.bits, bits(self.t)):
            return self.t
        raise RuntimeError("saved tensor of shape {} was changed".format(tuple(self.t.shape)))


class checked_saves(torch.autograd.graph.saved_tensors_hooks):
    def __init__(self):
        super().__init__(Saved, Saved.get)
