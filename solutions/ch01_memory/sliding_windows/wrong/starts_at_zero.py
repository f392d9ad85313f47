"""An offset of 0 is the beginning of the storage: a slice begins later. Leave the offset out, or pass `storage_offset()`."""

from reference import *  # noqa: F403

FAILS = ["test_windows_of_a_slice", "test_patches_of_a_crop"]


def windows1d(x, size, step):
    s = x.stride(0)
    return x.as_strided((count(len(x), size, step), size), (step * s, s), 0)  # noqa: F405


def patches2d(img, k, stride):
    (h, w), (down, right) = img.shape, img.stride()
    sizes = (count(h, k, stride), count(w, k, stride), k, k)  # noqa: F405
    return img.as_strided(sizes, (stride * down, stride * right, down, right), 0)
