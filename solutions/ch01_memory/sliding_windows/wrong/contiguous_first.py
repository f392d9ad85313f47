"""`contiguous()` copies a transposed image, so the patches are no view of it: use its own strides instead."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_patches_are_a_view"]


def patches2d(img, k, stride):
    return reference.patches2d(img.contiguous(), k, stride)
