"""Courses of one exercise and a warm sandbox, as for the judge's tests."""

from tests.judge.conftest import make
from tests.sandbox.conftest import bubblewrap, canary

__all__ = ["bubblewrap", "canary", "make"]
