"""as_strided reads whatever the strides point to, or raises RuntimeError: check sizes and steps yourself, with a ValueError."""

from reference import *  # noqa: F403

FAILS = ["test_windows_refuse", "test_patches_refuse"]


def windows1d(x, size, step):
    s = x.stride(0)
    return x.as_strided(((len(x) - size) // step + 1, size), (step * s, s))


def patches2d(img, k, stride):
    (h, w), (down, right) = img.shape, img.stride()
    sizes = ((h - k) // stride + 1, (w - k) // stride + 1, k, k)
    return img.as_strided(sizes, (stride * down, stride * right, down, right))
