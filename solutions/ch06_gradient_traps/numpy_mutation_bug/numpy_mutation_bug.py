"""Guards against writes that autograd does not see."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

import torch
from torch import Tensor


def _bits(t: Tensor) -> Tensor:
    """A copy of the values as bytes: NaN equals itself there."""
    return t.reshape(-1).clone().view(torch.uint8)


@contextmanager
def guarded(t: Tensor) -> Iterator[None]:
    version, before = t._version, _bits(t)
    yield
    if t._version == version and not torch.equal(_bits(t), before):
        raise RuntimeError(f"a tensor of shape {tuple(t.shape)} was changed behind autograd's back")


def checked_saves() -> AbstractContextManager[object]:
    return torch.autograd.graph.saved_tensors_hooks(_pack, _unpack)


def _pack(t: Tensor) -> tuple[Tensor, Tensor]:
    return t, _bits(t)


def _unpack(packed: tuple[Tensor, Tensor]) -> Tensor:
    t, before = packed
    if not torch.equal(_bits(t), before):
        raise RuntimeError(f"a tensor of shape {tuple(t.shape)} was changed after it had been saved for backward")
    return t
