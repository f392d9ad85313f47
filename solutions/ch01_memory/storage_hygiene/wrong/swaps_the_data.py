"""`t.data = …` turns the caller's own view into a copy: writes into t would not reach the big tensor any more. Return a new tensor."""

from reference import *  # noqa: F403

FAILS = ["test_release_leaves_its_argument"]


def release(t):
    if t.nbytes < nbytes_kept(t):  # noqa: F405
        t.data = t.data.clone()
    return t
