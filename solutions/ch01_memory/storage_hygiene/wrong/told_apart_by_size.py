"""You told storages apart by their size: two different ones may be equally big. Their addresses differ."""

from reference import *  # noqa: F403

FAILS = ["test_shared_storage_counts_once"]


def nbytes_kept(*ts):
    return sum({t.untyped_storage().nbytes() for t in ts})
