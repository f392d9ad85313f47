"""You counted the elements of the tensors; what stays alive is the whole storage of each, and a shared one only once."""

from reference import *  # noqa: F403

FAILS = ["test_example_nbytes_kept"]


def nbytes_kept(*ts):
    return sum(t.numel() * t.element_size() for t in ts)
