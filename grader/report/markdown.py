"""The report as Markdown, for the summary of a GitHub workflow: at most 1 MiB.

What students write stands in fenced blocks alone, each fenced by more backticks than there are in it.
"""

import re
from collections.abc import Iterator

from grader.language import say
from grader.report.model import ExerciseResult, Report
from grader.report.numbers import points
from grader.report.plain import check_text, summary_text, to_read
from grader.report.student import shown
from grader.report.summary import MARKS, tone
from grader.report.text import one_line, shorten

MOST_BYTES = 1_000_000  # GitHub takes 1 MiB, and nothing at all of a longer one
_LIMITS = (8_000, 1_000, 200, 0)  # characters of what is said about a check, tried until all of it is small enough
_SIGNS = re.compile(r"([!-/:-@\[-`{-~])")
_BACKTICKS = re.compile(r"`+")


def render(report: Report, *, for_instructor: bool = False) -> str:
    """Points of each exercise, then what is said about each failed check, cut until all of it is small enough."""
    visible = shown(report, for_instructor=for_instructor)
    head = f"{_table(visible)}\n{_fenced(summary_text(visible, for_instructor=for_instructor))}"
    for limit in _LIMITS:
        text = head + "".join(f"\n{part}" for exercise in visible.exercises for part in _said(exercise, limit))
        if len(text.encode()) <= MOST_BYTES:
            return text
    return _table(visible)


def _table(report: Report) -> str:
    rows = [(f"{e.number} {e.title}", e.points, e.max_points) for e in report.exercises]
    lines = [(say("Exercise"), say("Points")), ("---", "---:")]
    lines += [(_escaped(name), f"{points(got)} / {points(most)}") for name, got, most in rows]
    if len(rows) > 1:
        lines.append((f"**{say('Total')}**", f"**{points(report.points)} / {points(report.max_points)}**"))
    return "".join(f"| {left} | {right} |\n" for left, right in lines)


def _said(exercise: ExerciseResult, limit: int) -> Iterator[str]:
    """A heading and a block a check that there is something to read about; nothing where ``limit`` is 0."""
    for name, check in to_read(exercise) if limit else ():
        mark = MARKS[tone(check.cause)]
        yield f"#### {mark} {_escaped(name)}\n\n{_fenced(shorten(check_text(check), limit))}"


def _escaped(text: str) -> str:
    """On one line, with every sign that may mean something to Markdown made a plain one."""
    return _SIGNS.sub(r"\\\1", one_line(text))


def _fenced(text: str) -> str:
    longest = max((len(run) for run in _BACKTICKS.findall(text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{text}\n{fence}\n"
