"""Small views that keep big storages alive."""

from typing import BinaryIO

import torch
from torch import Tensor


def nbytes_kept(*ts: Tensor) -> int:
    storages = [t.untyped_storage() for t in ts]
    return sum({storage.data_ptr(): storage.nbytes() for storage in storages}.values())


def release(t: Tensor) -> Tensor:
    return t.clone() if t.numel() * t.element_size() < nbytes_kept(t) else t


def save_compact(t: Tensor, file: str | BinaryIO) -> None:
    torch.save(release(t), file)
