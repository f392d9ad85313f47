"""An empty slice keeps its whole storage alive like every other view: a copy of it takes 0 bytes."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_release_lets_go"]


def release(t):
    return t if t.numel() == 0 else reference.release(t)
