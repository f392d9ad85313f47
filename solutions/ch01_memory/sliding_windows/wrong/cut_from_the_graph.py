"""`detach` and `.data` cut the windows off from the graph: as_strided itself lets gradients through."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_windows_gradients", "test_patches_gradients"]


def windows1d(x, size, step):
    return reference.windows1d(x.detach(), size, step)


def patches2d(img, k, stride):
    return reference.patches2d(img.data, k, stride)
