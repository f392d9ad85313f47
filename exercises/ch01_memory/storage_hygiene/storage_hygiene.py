"""Small views that keep big storages alive."""

from typing import BinaryIO

from torch import Tensor


def nbytes_kept(*ts: Tensor) -> int:
    """Bytes of memory that stay allocated as long as these tensors live; a storage that several share counts once."""
    raise NotImplementedError


def release(t: Tensor) -> Tensor:
    """t itself, or a copy where that takes less memory than the storage t keeps alive.

    A copy has a storage of exactly t.numel() * t.element_size() bytes, and lets gradients through to t.
    """
    raise NotImplementedError


def save_compact(t: Tensor, file: str | BinaryIO) -> None:
    """torch.save(t, file) without the part of the storage that t does not use.

    file: a path, or a file that is open for writing bytes
    """
    raise NotImplementedError
