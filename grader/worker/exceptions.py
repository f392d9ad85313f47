"""Exceptions in the worker: the student's own on the way out, the judge's on the way in."""

import builtins
import os
from typing import Any

from grader.wire import errors


class JudgeError(Exception):
    """An exception of a callback whose class the worker does not know."""


def is_students(filename: str) -> bool:
    """Whether a frame is in a file of the submission: in the folder that the worker runs in.

    "<frozen runpy>" is no file there, and what a submission evaluates ("<string>") has a frame of its file below it.
    """
    return not filename.startswith("<") and os.path.abspath(filename).startswith(os.getcwd() + os.sep)


def describe(error: BaseException) -> list[Any]:
    """An exception for the judge, with the student's own frames; the traceback is dropped with its locals."""
    trace, error.__traceback__ = error.__traceback__, None
    frames = _syntax_frame(error) or [
        [os.path.relpath(file), line, name, source] for file, line, name, source in errors.frames_of(trace, is_students)
    ]
    error.__context__ = None
    return errors.describe(error, frames, getattr(error, "_judge_number", 0))


def _syntax_frame(error: BaseException) -> list[list[Any]]:
    if not isinstance(error, SyntaxError) or type(error.filename) is not str or type(error.lineno) is not int:
        return []
    text = error.text if type(error.text) is str else ""
    return [[os.path.relpath(error.filename)[-200:], error.lineno, "<module>", text.strip()[:400]]]


def from_description(raised: errors.Raised) -> BaseException:
    """The judge's exception as one that the student's code can catch; the judge gets its own back."""
    for module, name in raised.names:
        kind = getattr(builtins, name, None) if module == "builtins" else None
        if isinstance(kind, type) and issubclass(kind, Exception):
            return _marked(kind, raised)
    return _marked(JudgeError, raised)


def _marked(kind: type[BaseException], raised: errors.Raised) -> BaseException:
    args = raised.args if raised.args is not None else (raised.message,)
    try:
        error = kind(*args)
    except Exception:
        error = JudgeError(raised.message)
    error._judge_number = raised.origin  # type: ignore[attr-defined]
    return error
