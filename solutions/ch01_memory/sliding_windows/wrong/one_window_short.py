"""The last possible start is `length - size`, and it counts too: there are `(length - size) // step + 1` windows."""

from reference import *  # noqa: F403

FAILS = ["test_example_windows", "test_example_patches"]


def windows1d(x, size, step):
    s = x.stride(0)
    return x.as_strided(((len(x) - size) // step, size), (step * s, s))


def patches2d(img, k, stride):
    (h, w), (down, right) = img.shape, img.stride()
    sizes = ((h - k) // stride, (w - k) // stride, k, k)
    return img.as_strided(sizes, (stride * down, stride * right, down, right))
