"""Your hooks stay on when the block is left: every graph that is built later is copied and compared as well."""

from contextlib import contextmanager

from reference import *  # noqa: F403
from reference import checked_saves as right

FAILS = ["test_saves_only_inside"]


@contextmanager
def checked_saves():
    right().__enter__()
    yield
