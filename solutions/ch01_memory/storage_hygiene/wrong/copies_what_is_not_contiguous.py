"""Not contiguous is not wasteful: a transposed tensor uses its whole storage, and an expanded one grows when it is copied."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_release_leaves_compact"]


def release(t):
    return reference.release(t) if t.is_contiguous() else t.clone()
