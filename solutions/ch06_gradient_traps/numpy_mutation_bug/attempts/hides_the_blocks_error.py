"""Wrong: looks in a finally, so that its RuntimeError takes the place of the block's own exception."""

from contextlib import contextmanager

import torch
from torch import Tensor


def raw(t: Tensor) -> Tensor:
    return t.detach().clone(memory_format=torch.contiguous_format).flatten().view(torch.uint8)


@contextmanager
def guarded(t: Tensor):
    version = t._version
    before = raw(t)
    try:
        yield
    finally:
        if version == t._version and not torch.equal(before, raw(t)):
            raise RuntimeError(f"a tensor of shape {tuple(t.shape)} was written into, uncounted")


def checked_saves():
    def pack(t: Tensor):
        return t.detach(), raw(t)

    def unpack(saved):
        t, before = saved
        if not torch.equal(before, raw(t)):
            raise RuntimeError(f"the saved tensor of shape {tuple(t.shape)} is not what it was")
        return t

    return torch.autograd.graph.saved_tensors_hooks(pack, unpack)
