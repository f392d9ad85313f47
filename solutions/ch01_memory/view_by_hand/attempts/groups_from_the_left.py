"""Right: matches groups of old and new dimensions from the left, as NumPy does it."""

import math

import torch


def view_strides(shape, stride, new_shape):
    if math.prod(shape) == 0:
        return (0,) * len(new_shape)
    old = [(n, s) for n, s in zip(shape, stride) if n != 1]
    places = [d for d, n in enumerate(new_shape) if n != 1]
    view = [0] * len(new_shape)
    i = j = 0
    while i < len(old):
        i2, j2 = i + 1, j + 1
        a, b = old[i][0], new_shape[places[j]]
        while a != b:
            if a < b:
                a *= old[i2][0]
                i2 += 1
            else:
                b *= new_shape[places[j2]]
                j2 += 1
        for k in range(i, i2 - 1):
            if old[k][1] != old[k + 1][0] * old[k + 1][1]:
                return None
        step = old[i2 - 1][1]
        for d in reversed(places[j:j2]):
            view[d] = step
            step *= new_shape[d]
        i, j = i2, j2
    return tuple(view)


def infer(t, sizes):
    sizes = list(sizes)
    if any(n < -1 for n in sizes) or sizes.count(-1) > 1:
        raise RuntimeError("sizes below -1, or -1 twice")
    if -1 in sizes:
        where = sizes.index(-1)
        others = math.prod(sizes[:where] + sizes[where + 1 :])
        if others == 0:
            raise RuntimeError("cannot tell what -1 means")
        sizes[where] = t.numel() // others
    if math.prod(sizes) != t.numel():
        raise RuntimeError("wrong number of elements")
    return sizes


def my_view(t, *new_shape):
    shape = infer(t, new_shape)
    strides = view_strides(t.size(), t.stride(), shape)
    if strides is None:
        raise RuntimeError("use my_reshape")
    return torch.as_strided(t, shape, strides)


def my_reshape(t, *new_shape):
    shape = infer(t, new_shape)
    if view_strides(t.size(), t.stride(), shape) is None:
        t = t.clone(memory_format=torch.contiguous_format)
    return my_view(t, *shape)
