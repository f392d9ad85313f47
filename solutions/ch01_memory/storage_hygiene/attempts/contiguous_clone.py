"""Right: storages told apart by their address, a contiguous clone where it is smaller."""

from typing import BinaryIO

import torch
from torch import Tensor


def nbytes_kept(*ts: Tensor) -> int:
    storages = {}
    for t in ts:
        storage = t.untyped_storage()
        storages[storage.data_ptr()] = storage.nbytes()
    return sum(storages.values())


def release(t: Tensor) -> Tensor:
    if t.numel() * t.element_size() >= t.untyped_storage().nbytes():
        return t
    return t.clone(memory_format=torch.contiguous_format)


def save_compact(t: Tensor, file: str | BinaryIO) -> None:
    torch.save(release(t.detach()), file)
