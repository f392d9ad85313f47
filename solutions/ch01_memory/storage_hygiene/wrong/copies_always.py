"""You copied a tensor that is compact already: that takes memory and frees none. Return `t` itself there."""

from reference import *  # noqa: F403

FAILS = ["test_example_release"]


def release(t):
    return t.clone()
