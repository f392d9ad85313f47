"""One helper that adds the windows of any axis at the end, used once for vectors and twice for images."""

import torch


def windows_along(t, axis, size, step):
    if size < 1 or step < 1 or size > t.shape[axis]:
        raise ValueError(f"size {size} or step {step} does not suit {t.shape[axis]} elements")
    shape, stride = list(t.shape), list(t.stride())
    shape[axis] = len(range(0, t.shape[axis] - size + 1, step))
    stride.append(stride[axis])
    stride[axis] *= step
    return torch.as_strided(t, [*shape, size], stride, t.storage_offset())


def windows1d(x, size, step):
    return windows_along(x, 0, size, step)


def patches2d(img, k, stride):
    return windows_along(windows_along(img, 0, k, stride), 1, k, stride)
