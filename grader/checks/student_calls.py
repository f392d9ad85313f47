"""Calling the student's code so that what goes wrong is told with the inputs that it went wrong on."""

import os
import traceback
from collections.abc import Callable, Mapping
from typing import Any

from grader.checks.bridge import is_missing_name, student_trace
from grader.checks.build import finding
from grader.checks.calls import Call, call_of
from grader.checks.finding import Finding
from grader.checks.render import clean
from grader.language import say

_HERE = os.path.dirname(__file__) + os.sep


def invoke(fn: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any] | None = None) -> Any:
    """``fn(*args, **kwargs)``; an exception of the student's code becomes a finding that shows the inputs.

    What the session tells apart by its own means is passed on: a stub that is not written yet, a name that is not
    there, a finding.
    """
    try:
        return fn(*args, **(kwargs or {}))
    except (NotImplementedError, Finding):
        raise
    except Exception as error:
        if is_missing_name(error):
            raise
        raise raised(call_of(fn, args, kwargs), error) from error


def raised(call: Call, error: Exception) -> Finding:
    """The finding for an exception that ``call`` ended with."""
    headline = say("`{name}` raises {error}.", name=call.name, error=error_text(error))
    rung = "signature" if is_signature_error(error, call) else "exception"
    return finding(rung, headline, *filter(None, [place(error)]), call=call)  # type: ignore[arg-type]


def error_text(error: BaseException) -> str:
    """``ValueError: text``, bounded."""
    name = clean(type(error).__name__, 60)
    try:
        message = clean(str(error), 200)
    except Exception:  # a student's own exception class may do anything
        message = ""
    return f"{name}: {message}".rstrip(".: ")


def place(error: BaseException) -> str | None:
    """Where in the student's file it was raised: ``line 14: `scores + mask```."""
    trace = student_trace(error)
    frames = [(f.line, f.source) for f in trace.frames] if trace is not None else _own_frames(error)
    if not frames:
        return None
    line, source = frames[-1]
    shown = clean(source.strip(), 120)
    if shown:
        return say("It happens in line {line} of your file: `{source}`", line=line, source=shown)
    return say("It happens in line {line} of your file.", line=line)


def _own_frames(error: BaseException) -> list[tuple[int, str]]:
    """Line and source of the frames that are neither of this library nor of an installed package."""
    frames = traceback.extract_tb(error.__traceback__)
    foreign = (_HERE, f"{os.sep}site-packages{os.sep}")
    return [(f.lineno or 0, f.line or "") for f in frames if not any(part in f.filename for part in foreign)]


def is_signature_error(error: Exception, call: Call) -> bool:
    """Whether the call itself did not fit the function's parameters."""
    text = str(error)
    words = ("positional argument", "unexpected keyword argument", "required keyword-only argument")
    return isinstance(error, TypeError) and text.startswith(f"{call.name}()") and any(word in text for word in words)
