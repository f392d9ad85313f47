"""A warm sandbox and courses of one exercise, as for the judge's tests."""

from tests.judge.conftest import make
from tests.sandbox.conftest import bubblewrap, canary

__all__ = ["bubblewrap", "canary", "make"]
