"""Right: one helper for any number of dimensions, both functions call it."""

import torch


def _windows(t, sizes, steps):
    counts = []
    for length, size, step in zip(t.shape, sizes, steps):
        if not 1 <= size <= length:
            raise ValueError("window size out of range")
        if step <= 0:
            raise ValueError("step must be positive")
        counts.append(len(range(0, length - size + 1, step)))
    outer = [step * s for step, s in zip(steps, t.stride())]
    return torch.as_strided(t, counts + list(sizes), outer + list(t.stride()))


def windows1d(x, size, step):
    return _windows(x, [size], [step])


def patches2d(img, k, stride):
    return _windows(img, [k, k], [stride, stride])
