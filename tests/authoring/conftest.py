"""The judge's course of one exercise serves here too."""

from tests.judge.conftest import make

__all__ = ["make"]
