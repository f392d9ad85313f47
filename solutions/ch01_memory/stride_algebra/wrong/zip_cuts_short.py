"""`zip` stops at the shorter of the two: an index with too few or too many numbers gave an offset instead of a ValueError."""

from reference import *  # noqa: F403

FAILS = ["test_flat_offset_needs_one_index_a_dimension"]


def flat_offset(index, stride, storage_offset=0):
    return storage_offset + sum(i * step for i, step in zip(index, stride))
