"""You left out the storage offset: a slice does not begin where its storage begins."""

from reference import *  # noqa: F403

FAILS = ["test_example_flat_offset"]


def flat_offset(index, stride, storage_offset=0):
    if len(index) != len(stride):
        raise ValueError("index and stride must have the same length")
    return sum(i * step for i, step in zip(index, stride))
