"""You took the strides of a contiguous tensor: those of a slice or of a transposed image are others, ask `stride()`."""

from reference import *  # noqa: F403

FAILS = ["test_windows_values", "test_patches_values"]


def windows1d(x, size, step):
    return x.as_strided((count(len(x), size, step), size), (step, 1))  # noqa: F405


def patches2d(img, k, stride):
    h, w = img.shape
    sizes = (count(h, k, stride), count(w, k, stride), k, k)  # noqa: F405
    return img.as_strided(sizes, (stride * w, stride, w, 1))
