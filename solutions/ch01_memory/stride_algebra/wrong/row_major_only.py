"""You found the offset as in a contiguous tensor whose rows are as long as the first stride says: use every dimension's own stride."""

from reference import *  # noqa: F403

FAILS = ["test_flat_offset"]


def flat_offset(index, stride, storage_offset=0):
    if len(index) != len(stride):
        raise ValueError("index and stride must have the same length")
    if not index:
        return storage_offset
    return storage_offset + sum(i * step for i, step in zip(index[:-1], stride[:-1])) + index[-1]
