"""Right: element by element where torch does not help, and integer views of the tensor for np.shares_memory."""

import numpy as np
import torch

SAME_SIZE = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}
NUMBERS = (np.bool_, np.integer, np.floating, np.complexfloating)


def as_shared(a):
    if issubclass(a.dtype.type, np.timedelta64) or not issubclass(a.dtype.type, NUMBERS):
        raise TypeError("array of numbers expected")
    good = a.flags["WRITEABLE"]
    if a.dtype != a.dtype.newbyteorder("="):
        good = False
    for stride in a.strides:
        if stride < 0 or stride % a.dtype.itemsize != 0:
            good = False
    if good:
        return torch.from_numpy(a)
    copy = np.empty(a.shape, dtype=a.dtype.newbyteorder("="))
    copy[...] = a
    return torch.from_numpy(copy)


def to_numpy_isolated(t):
    if t.is_meta:
        raise TypeError("meta")
    with torch.no_grad():
        if t.dtype == torch.bfloat16:
            t = t.float()
        fresh = torch.empty(t.shape, dtype=t.dtype)
        fresh.copy_(t)
    return fresh.numpy()


def shares_memory(t, a):
    def raw(x):
        x = x.detach()
        if x.is_neg():
            x = torch._neg_view(x)
        if x.is_complex():
            if x.is_conj():
                x = x.conj()
            x = torch.view_as_real(x)
        return x.view(SAME_SIZE[x.element_size()]).numpy()

    return bool(np.shares_memory(raw(t), a))


def normalize_feature_map(t):
    array = to_numpy_isolated(t if t.dtype == torch.float64 else t.float())
    first = array.reshape(-1)[0]
    result = np.empty(array.shape, dtype=np.float32)
    if np.all(array == first):
        result.fill(0.5)
        return result
    mean = np.mean(array)
    std = np.sqrt(np.mean((array - mean) ** 2))
    array -= mean
    array /= std
    array *= 0.25
    array += 0.5
    result[...] = np.minimum(np.maximum(array, 0), 1)
    return result
