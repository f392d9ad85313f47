"""One warm sandbox of each kind for the whole session; probing workers that run source text inside."""

import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from grader.sandbox.protocol import Limits

CANARY = "canary-5b1f0f"
SYSCALL = """
import ctypes, errno, os
_libc = ctypes.CDLL(None, use_errno=True)
def call(number, *arguments):
    ctypes.set_errno(0)
    given = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
    return ctypes.get_errno() if _libc.syscall(ctypes.c_long(number), *given) < 0 else 0
"""
Run = Callable[..., Any]


@pytest.fixture(scope="session")
def canary() -> Iterator[str]:
    """A secret in this process's environment, that no sandbox may pass on. Every session's sandbox asks for it, so
    that it goes when the last of them is closed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TORCHGRADE_TEST_SECRET", CANARY)
        yield CANARY


@pytest.fixture(scope="session")
def bubblewrap(canary: str) -> Iterator[Any]:
    if sys.platform != "linux":
        pytest.skip("bubblewrap is for Linux")
    from grader.sandbox.bubblewrap import BubblewrapSandbox

    with BubblewrapSandbox() as sandbox:
        yield sandbox


@pytest.fixture
def run(bubblewrap: Any) -> Iterator[Run]:
    """Run source text in one fresh isolated worker for the test and give its variable ``result``."""
    from grader.sandbox.probe import ask

    with contextlib.closing(bubblewrap.open_probe(Limits())) as worker:
        ask(worker, SYSCALL)
        yield lambda source: ask(worker, source)
