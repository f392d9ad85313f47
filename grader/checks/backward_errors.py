"""What the student's backward raises, told with the inputs of the forward."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from grader.checks.build import finding
from grader.checks.calls import Call
from grader.checks.finding import Facts, Finding
from grader.checks.student_calls import error_text, place
from grader.language import say

_NUMBER = re.compile(r"\d+(?:\.\d+)?(?:e[+-]?\d+)?")


class BackwardError(Finding):
    """The backward pass raised. ``kind`` is the same for two inputs on which it raises the same in one place."""

    def __init__(self, facts: Facts, kind: str) -> None:
        super().__init__(facts)
        self.kind = kind


@contextmanager
def backward_of(call: Call) -> Iterator[None]:
    """An exception of the backward pass of ``call`` becomes a ``BackwardError``.

    What is not written yet, and what is told already, is passed on.
    """
    try:
        yield
    except (NotImplementedError, Finding):
        raise
    except Exception as error:
        raise _told(call, error) from error


def _told(call: Call, error: Exception) -> BackwardError:
    text, where = error_text(error), place(error) or ""
    headline = say("The backward of `{name}` raises {error}.", name=call.name, error=text)
    sizes_aside = _NUMBER.sub("#", text)
    return BackwardError(finding("exception", headline, where, call=call).facts, f"{sizes_aside} {where}")
