"""What a step prints for GitHub's runner: a failed check beside the line that it is about.

A runner reads commands from what a step prints: a line that begins with ``::`` is one, and so is ``##[`` anywhere in a
line. A student's text gets into them escaped, and nowhere else in what a step prints.
"""

import re
from collections.abc import Iterator

from grader.report.model import ExerciseResult, Feedback, Report
from grader.report.plain import to_read
from grader.report.student import shown
from grader.report.summary import tone
from grader.report.text import clean, one_line

MOST = 10  # of a kind and step that GitHub shows; what is beyond is in the summary
_MESSAGE_LIMIT = 2_000
_TITLE_LIMIT = 120
_AT_START = re.compile(r"^(\s*):(?=:)", re.MULTILINE)
_DATA = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY = {**_DATA, ":": "%3A", ",": "%2C"}


def render(report: Report) -> str:
    """Lines of commands, one a failed check that a student may know more of; at most ``MOST``."""
    visible = shown(report, for_instructor=False)
    found = [command for exercise in visible.exercises for command in _of_exercise(exercise)]
    return "".join(f"{command}\n" for command in found[:MOST])


def without_commands(text: str) -> str:
    """``text`` for a log: no line of it is a command to a runner."""
    return _AT_START.sub(r"\1: ", text).replace("##[", "## [")


def _of_exercise(exercise: ExerciseResult) -> Iterator[str]:
    """What is wrong with a whole file comes once, and not with each of its checks. A stub is no error."""
    if exercise.notice is not None and any(tone(check.cause) in ("fail", "open") for check in exercise.checks):
        yield _error(exercise, f"{exercise.number} {exercise.title}", exercise.notice)
    for name, check in to_read(exercise):
        if check.feedback is not None:
            yield _error(exercise, name, check.feedback)


def _error(exercise: ExerciseResult, title: str, feedback: Feedback) -> str:
    places = {
        "file": clean(exercise.submission_file or ""),
        "line": _line(exercise, feedback),
        "title": one_line(title, _TITLE_LIMIT),
    }
    properties = ",".join(f"{name}={_escaped(value, _PROPERTY)}" for name, value in places.items() if value)
    return f"::error {properties}::{_escaped(clean(feedback.headline, _MESSAGE_LIMIT), _DATA)}"


def _line(exercise: ExerciseResult, feedback: Feedback) -> str | None:
    """The student's own line where the check failed; None in a notebook, whose lines GitHub doesn't count."""
    file = (exercise.submission_file or "").rpartition("/")[2]
    lines = [frame.line for frame in feedback.traceback if frame.file == file and file.endswith(".py")]
    return str(lines[-1]) if lines else None


def _escaped(text: str, signs: dict[str, str]) -> str:
    return "".join(signs.get(sign, sign) for sign in text)
