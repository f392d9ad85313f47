"""The order of the dimensions is mixed up: first where the patch is (down, right), then the place inside it."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_example_windows", "test_example_patches"]


def windows1d(x, size, step):
    return reference.windows1d(x, size, step).T


def patches2d(img, k, stride):
    return reference.patches2d(img, k, stride).transpose(1, 2)
