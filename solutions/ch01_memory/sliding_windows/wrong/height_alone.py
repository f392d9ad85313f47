"""The image need not be square: rows and columns each have their own number of patches, and k must fit into both."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_example_patches"]


def patches2d(img, k, stride):
    n = reference.count(img.shape[0], k, stride)
    down, right = img.stride()
    return img.as_strided((n, n, k, k), (stride * down, stride * right, down, right))
