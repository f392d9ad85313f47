"""`contiguous()` returns a contiguous tensor itself: a slice such as `big[:1]` is contiguous, and keeps everything alive."""

from reference import *  # noqa: F403

FAILS = ["test_example_release"]


def release(t):
    return t.contiguous()
