"""You checked that each stride is the next one times its size, but not that the last used stride is 1: every second element of a row is not contiguous."""

from reference import *  # noqa: F403

FAILS = ["test_is_contiguous"]


def is_contiguous(shape, stride):
    used = [(size, step) for size, step in zip(shape, stride) if size != 1]
    return 0 in shape or all(left[1] == right[0] * right[1] for left, right in zip(used, used[1:]))
