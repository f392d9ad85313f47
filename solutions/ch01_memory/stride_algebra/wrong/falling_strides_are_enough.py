"""Strides that fall from left to right are not enough: a slice has falling strides with gaps between its rows."""

from reference import *  # noqa: F403

FAILS = ["test_example_is_contiguous"]


def is_contiguous(shape, stride):
    used = [step for size, step in zip(shape, stride) if size != 1]
    return 0 in shape or (used == sorted(used, reverse=True) and used[-1:] in ([], [1]))
