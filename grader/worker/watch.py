"""Guards in the worker: which forbidden operators, calls and imports the student's code came to.

The code could take the guards away; what it hides so is for the search in the syntax tree to find. Nothing is
prevented here, only noted, so that a right answer goes on to be graded for its other parts.
"""

import builtins
import importlib
import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import wraps
from types import FrameType
from typing import Any

from grader.wire.trace import PlainMode
from grader.worker.exceptions import is_students

MAX_SEEN = 100


class Guards:
    """Installed once, before the submission is imported."""

    def __init__(self, operators: tuple[str, ...], calls: tuple[str, ...], imports: tuple[str, ...]) -> None:
        self.seen: dict[tuple[str, str, str, int], None] = {}
        self._operators = frozenset(operators)
        self._imports = frozenset(imports)
        for name in calls:
            self._guard(name)
        if imports:
            self._import = builtins.__import__
            builtins.__import__ = self._guarded_import

    def watching(self) -> AbstractContextManager[Any]:
        """Entered around the student's code."""
        return _Watching(self) if self._operators else nullcontext()

    def note(self, kind: str, name: str, *, direct: bool) -> None:
        """``direct``: only when a line of the submission itself did it, not a library on its own account.

        What runs with no line of the submission below it is the worker's own doing, as when it probes memory.
        """
        frame = _caller(direct)
        if frame is not None and len(self.seen) < MAX_SEEN:
            self.seen[kind, name, os.path.relpath(frame.f_code.co_filename), frame.f_lineno] = None

    def operator(self, name: str) -> None:
        if name in self._operators:
            self.note("operator", name, direct=False)

    def _guard(self, path: str) -> None:
        home, _, name = path.rpartition(".")
        if not home:  # a whole module, which the search in the syntax tree finds
            return
        try:
            owner = _find(home)
            original = getattr(owner, name)
            if callable(original) and not isinstance(original, type):
                setattr(owner, name, self._noting(path, original))
        except (ImportError, AttributeError, TypeError):
            return

    def _noting(self, path: str, original: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(original)
        def guarded(*args: Any, **keywords: Any) -> Any:
            self.note("call", path, direct=True)
            return original(*args, **keywords)

        return guarded

    def _guarded_import(self, name: str, *args: Any, **keywords: Any) -> Any:
        parts = name.split(".")
        for size in range(1, len(parts) + 1):
            if ".".join(parts[:size]) in self._imports:
                self.note("import", ".".join(parts[:size]), direct=True)
        return self._import(name, *args, **keywords)


class _Watching(PlainMode):
    def __init__(self, guards: Guards) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._guards = guards

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        self._guards.operator(func.name().partition(".")[0])
        return func(*args, **(kwargs or {}))


def _find(path: str) -> Any:
    parts = path.split(".")
    for size in range(len(parts), 0, -1):
        try:
            value = importlib.import_module(".".join(parts[:size]))
        except ImportError:
            continue
        for part in parts[size:]:
            value = getattr(value, part)
        return value
    raise ImportError(path)


def _caller(direct: bool) -> FrameType | None:
    """The nearest frame of the submission; with ``direct``, only when it is the one that called the guard."""
    frame: FrameType | None = sys._getframe(3)
    while frame is not None:
        if is_students(frame.f_code.co_filename):
            return frame
        if direct and not frame.f_code.co_filename.startswith("<frozen"):
            return None
        frame = frame.f_back
    return None
