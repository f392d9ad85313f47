"""Checks, compiled once in the life of a process: pytest rewrites the assertions of a file whenever it is collected.

It keeps what came of it in a file beside the checks, but a course may be read-only, and many images for Python have
PYTHONDONTWRITEBYTECODE set. Then this costs more than the collection itself, for each submission anew.
"""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType

import pytest
from _pytest.assertion import rewrite

_Rewrite = Callable[[Path, pytest.Config], tuple[bytes, CodeType]]
_NAME = "_rewrite_test"  # pytest has no public place for this; where it is called otherwise, nothing is kept
_known: dict[Path, tuple[bytes, tuple[bytes, CodeType]]] = {}  # by file: its source, and what it became


@contextlib.contextmanager
def kept() -> Iterator[None]:
    """Within this, pytest finds what it has rewritten before, as long as the file reads the same."""
    theirs: _Rewrite | None = getattr(rewrite, _NAME, None)
    if theirs is None:
        yield
        return
    setattr(rewrite, _NAME, _remembering(theirs))
    try:
        yield
    finally:
        setattr(rewrite, _NAME, theirs)


def _remembering(theirs: _Rewrite) -> _Rewrite:
    def rewritten(file: Path, config: pytest.Config) -> tuple[bytes, CodeType]:
        source = file.read_bytes()
        known = _known.get(file)
        if known is None or known[0] != source:
            known = _known[file] = source, theirs(file, config)
        return known[1]

    return rewritten


def compile_ahead(file: Path, config: pytest.Config) -> None:
    """Rewrite a file before it is collected, for processes that will be forked. What is wrong with it shows there."""
    with contextlib.suppress(Exception):
        getattr(rewrite, _NAME, lambda *_: None)(file, config)
