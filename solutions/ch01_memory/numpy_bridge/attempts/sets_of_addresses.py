"""Right: as_tensor for sharing, numpy(force=True) of a clone, and sets of byte addresses."""

import itertools

import numpy as np
import torch


def as_shared(a):
    if not (np.issubdtype(a.dtype, np.number) or a.dtype == bool) or a.dtype.kind == "m":
        raise TypeError(f"no numbers: {a.dtype}")
    torch_can = a.flags.writeable and a.dtype.isnative and all(s >= 0 and s % a.itemsize == 0 for s in a.strides)
    if not torch_can:
        a = a.astype(a.dtype.newbyteorder("="), order="C", copy=True)
    return torch.as_tensor(a)


def to_numpy_isolated(t):
    if t.device.type == "meta":
        raise TypeError("no values on meta")
    t = t.detach().clone()
    return (t.float() if t.dtype is torch.bfloat16 else t).numpy(force=True)


def _bytes(start, shape, strides, itemsize):
    addresses = set()
    for index in itertools.product(*map(range, shape)):
        first = start + sum(i * s for i, s in zip(index, strides))
        addresses.update(range(first, first + itemsize))
    return addresses


def shares_memory(t, a):
    size = t.element_size()
    mine = _bytes(t.data_ptr(), t.shape, [s * size for s in t.stride()], size)
    yours = _bytes(a.ctypes.data, a.shape, a.strides, a.itemsize)
    return not mine.isdisjoint(yours)


def normalize_feature_map(t):
    x = t.detach()
    if x.dtype in (torch.float16, torch.bfloat16):
        x = x.float()
    if bool((x == x.flatten()[0]).all()):
        return np.full(tuple(x.shape), 0.5, np.float32)
    std, mean = torch.std_mean(x, correction=0)
    return (0.5 + 0.25 * (x - mean) / std).clamp(0, 1).float().numpy()
