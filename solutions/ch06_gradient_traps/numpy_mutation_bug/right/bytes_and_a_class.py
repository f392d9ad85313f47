"""Another way: a class as the context manager, the values as a Python bytes object."""

import torch


def content(t):
    return t.detach().cpu().contiguous().numpy().tobytes()


class guarded:  # noqa: N801
    def __init__(self, t):
        self.t = t

    def __enter__(self):
        self.before = self.t._version, content(self.t)

    def __exit__(self, kind, error, traceback):
        version, before = self.before
        if kind is None and version == self.t._version and before != content(self.t):
            raise RuntimeError(f"changed, and nobody was told: {tuple(self.t.shape)}")


def checked_saves():
    def unpack(packed):
        t, before = packed
        if content(t) != before:
            raise RuntimeError(f"changed before backward: {tuple(t.shape)}")
        return t

    return torch.autograd.graph.saved_tensors_hooks(lambda t: (t, content(t)), unpack)
