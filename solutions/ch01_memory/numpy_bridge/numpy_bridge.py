"""Between NumPy and torch, with shared memory or without."""

import numpy as np
import torch
from torch import Tensor


def as_shared(a: np.ndarray) -> Tensor:
    shareable = a.flags.writeable and a.dtype.isnative and all(stride >= 0 for stride in a.strides)
    return torch.from_numpy(a if shareable else a.astype(a.dtype.newbyteorder("=")))


def to_numpy_isolated(t: Tensor) -> np.ndarray:
    plain = t.detach().resolve_conj().resolve_neg()
    if plain.dtype == torch.bfloat16:
        plain = plain.float()
    return plain.numpy().copy()


def shares_memory(t: Tensor, a: np.ndarray) -> bool:
    values = t.detach()
    if values.dtype == torch.bfloat16:
        values = values.view(torch.int16)  # the same bytes, under a type that NumPy knows
    return bool(np.shares_memory(values.numpy(), a))


def normalize_feature_map(t: Tensor) -> np.ndarray:
    x = to_numpy_isolated(t).astype(np.float32)
    if x.min() == x.max():  # not std == 0: the mean of equal numbers need not be that number
        return np.full_like(x, 0.5)
    return np.clip(0.5 + 0.25 * (x - x.mean()) / x.std(), 0, 1)
