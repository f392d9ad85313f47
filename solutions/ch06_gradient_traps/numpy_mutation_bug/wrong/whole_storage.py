"""You compare the whole storage; the rest of it is not t, and others may write there."""

from contextlib import contextmanager

from reference import *  # noqa: F403

FAILS = ["test_guarded_only_its_tensor"]


@contextmanager
def guarded(t):
    version, before = t._version, bytes(t.untyped_storage())
    yield
    if t._version == version and bytes(t.untyped_storage()) != before:
        raise RuntimeError(f"{tuple(t.shape)} changed")
