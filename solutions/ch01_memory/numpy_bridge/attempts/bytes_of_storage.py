"""Right: from_numpy where the flags allow it, clone for isolation, np.shares_memory over the raw bytes of the storage."""

import numpy as np
import torch
from torch import Tensor


def as_shared(a: np.ndarray) -> Tensor:
    if a.dtype.kind not in "biufc":
        raise TypeError(f"an array of {a.dtype} holds no numbers")
    if a.flags.writeable and a.dtype.isnative:
        try:
            return torch.from_numpy(a)
        except ValueError:  # strides that torch does not have
            pass
    return torch.from_numpy(np.array(a, dtype=a.dtype.newbyteorder("="), order="C"))


def to_numpy_isolated(t: Tensor) -> np.ndarray:
    if t.is_meta:
        raise TypeError("a tensor on the meta device has no values")
    t = t.detach().resolve_conj().resolve_neg()
    if t.dtype == torch.bfloat16:
        t = t.to(torch.float32)
    return t.numpy().copy()


def shares_memory(t: Tensor, a: np.ndarray) -> bool:
    if t.numel() == 0 or a.size == 0:
        return False
    size = t.element_size()
    storage = torch.empty(0, dtype=torch.uint8).set_(t.untyped_storage()).numpy()
    as_bytes = np.ndarray(
        shape=(*t.shape, size),
        dtype=np.uint8,
        buffer=storage,
        offset=t.storage_offset() * size,
        strides=(*(s * size for s in t.stride()), 1),
    )
    return bool(np.shares_memory(as_bytes, a))


def normalize_feature_map(t: Tensor) -> np.ndarray:
    a = to_numpy_isolated(t)
    if a.dtype == np.float16:
        a = a.astype(np.float32)
    if a.min() == a.max():
        return np.full(a.shape, 0.5, dtype=np.float32)
    return np.clip(0.5 + 0.25 * (a - a.mean()) / a.std(), 0, 1).astype(np.float32)
