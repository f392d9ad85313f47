"""`copy.deepcopy` copies the whole storage of a view, so nothing is released; `clone()` takes only the elements."""

import copy

from reference import *  # noqa: F403

FAILS = ["test_example_release"]


def release(t):
    return copy.deepcopy(t) if t.nbytes < nbytes_kept(t) else t  # noqa: F405
