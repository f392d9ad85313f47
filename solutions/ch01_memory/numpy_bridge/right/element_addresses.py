"""The addresses of all bytes as sets, the normalisation in torch, and exceptions that decide what can be shared."""

import numpy as np
import torch


def as_shared(a):
    if not a.flags.writeable:
        a = a.copy()
    try:
        return torch.from_numpy(a)
    except ValueError:
        return torch.from_numpy(np.array(a, dtype=a.dtype.newbyteorder("="), order="C"))


def to_numpy_isolated(t):
    if t.is_meta:
        raise TypeError("a tensor on the meta device has no values")
    copy = t.detach().clone(memory_format=torch.contiguous_format).resolve_conj().resolve_neg()
    return (copy.to(torch.float32) if copy.dtype is torch.bfloat16 else copy).numpy()


def shares_memory(t, a):
    of_t = byte_addresses(t.data_ptr(), t.shape, [step * t.element_size() for step in t.stride()], t.element_size())
    return not of_t.isdisjoint(byte_addresses(a.ctypes.data, a.shape, a.strides, a.itemsize))


def byte_addresses(start, shape, strides, width):
    starts = {start}
    for size, stride in zip(shape, strides, strict=True):
        starts = {at + i * stride for at in starts for i in range(size)}
    return {at + i for at in starts for i in range(width)}


def normalize_feature_map(t):
    x = t.detach().to(torch.float32)
    spread = x.std(correction=0)
    scaled = 0.5 + 0.25 * (x - x.mean()) / spread
    return torch.where(x.min() < x.max(), scaled, torch.full_like(x, 0.5)).clamp(0, 1).numpy()
