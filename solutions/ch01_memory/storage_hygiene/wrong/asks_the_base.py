"""`t._base` is known to autograd's views only: a detached view has none, and keeps the storage all the same."""

from reference import *  # noqa: F403

FAILS = ["test_nbytes_kept", "test_release_lets_go"]


def nbytes_kept(*ts):
    bases = [t if t._base is None else t._base for t in ts]
    return sum({base.data_ptr(): base.nbytes for base in bases}.values())


def release(t):
    return t.clone() if t.nbytes < nbytes_kept(t) else t
