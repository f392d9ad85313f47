"""`t.data_ptr()` is where the view begins: two slices of one storage begin at different places. Ask the storage for its address."""

from reference import *  # noqa: F403

FAILS = ["test_example_nbytes_kept"]


def nbytes_kept(*ts):
    return sum({t.data_ptr(): t.untyped_storage().nbytes() for t in ts}.values())
