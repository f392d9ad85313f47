"""You turn every error into None: a loss without a graph, or a mistake in fn itself, then looks like a healthy backward."""

from reference import *  # noqa: F403
from reference import locate as right

FAILS = ["test_other_errors"]


def locate(fn):
    try:
        return right(fn)
    except (RuntimeError, ValueError):
        return None
