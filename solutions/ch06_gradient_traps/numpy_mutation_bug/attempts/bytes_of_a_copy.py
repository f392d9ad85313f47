"""Right: compares bytes with those of a copy; pack and unpack hooks that keep an alias and a copy."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

import torch
from torch import Tensor


def _bytes(t: Tensor) -> Tensor:
    """The bytes of the values, in memory of their own."""
    flat = t.detach().resolve_conj().resolve_neg().clone(memory_format=torch.contiguous_format).reshape(-1)
    return flat.view(torch.uint8)


@contextmanager
def guarded(t: Tensor) -> Iterator[None]:
    version, before = t._version, _bytes(t)
    yield
    if t._version == version and not torch.equal(_bytes(t), before):
        raise RuntimeError(f"values of a tensor of shape {tuple(t.shape)} changed, and its version did not")


def checked_saves() -> AbstractContextManager[object]:
    def pack(t: Tensor):
        return t.detach(), _bytes(t)

    def unpack(packed) -> Tensor:
        t, before = packed
        if not torch.equal(_bytes(t), before):
            raise RuntimeError(f"a tensor of shape {tuple(t.shape)} that was saved for backward has changed")
        return t

    return torch.autograd.graph.saved_tensors_hooks(pack, unpack)
