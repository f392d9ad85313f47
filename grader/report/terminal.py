"""The report in a terminal: per exercise a compact block, and the first failures in full.

Report text goes into ``rich.text.Text`` alone, never through rich's markup, after ``text`` took its escapes away. Every
mark has a word beside it, so nothing is lost without colour.
"""

import io
import os
import sys
from collections.abc import Iterator
from typing import TextIO

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from grader.language import say, say_count
from grader.report import numbers, summary
from grader.report.model import CheckResult, ExerciseResult, Report
from grader.report.standing import sentences
from grader.report.student import shown
from grader.report.terminal_feedback import feedback_block, instructor_block, printed_block, prose
from grader.report.text import ascii_only, one_line
from grader.verdict import Cause

STYLES: dict[summary.Tone, str] = {"pass": "green", "fail": "bold red", "skip": "dim", "open": "yellow"}
_NARROWEST = 40
_WIDEST = 120
_IN_FULL = 3  # an exercise's first failed checks are explained; the others have a line each


def render(
    report: Report, *, for_instructor: bool = False, width: int = 80, color: bool = False, in_full: int = _IN_FULL
) -> str:
    """The report as text of ``width`` columns; ``color`` adds ANSI styles."""
    console = Console(
        file=io.StringIO(), width=max(width, _NARROWEST), force_terminal=color, no_color=not color, highlight=False,
        color_system="standard" if color else None, markup=False, emoji=False, legacy_windows=False,
    )  # fmt: skip
    for part in _parts(shown(report, for_instructor=for_instructor), for_instructor, in_full, console.width):
        console.print(part)
    assert isinstance(console.file, io.StringIO)
    lines = console.file.getvalue().splitlines()
    return "\n".join(line.rstrip() for line in lines) + "\n"


def print_report(
    report: Report,
    file: TextIO | None = None,
    *,
    for_instructor: bool = False,
    color: bool | None = None,
    width: int | None = None,
) -> None:
    """Print to ``file`` (standard output). Colour and width follow the terminal unless told; plain when it is none."""
    file = file or sys.stdout
    color = wants_color(file) if color is None else color
    text = render(report, for_instructor=for_instructor, width=width or _width(file), color=color)
    file.write(text if _writes_unicode(file) else ascii_only(text))
    file.flush()


def wants_color(file: TextIO) -> bool:
    """Whether colour is welcome: a terminal that is not dumb, and no NO_COLOR (https://no-color.org)."""
    return file.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def mark(tone: summary.Tone) -> Text:
    return Text(summary.MARKS[tone], STYLES[tone])


def _width(file: TextIO) -> int:
    try:
        columns = os.get_terminal_size(file.fileno()).columns
    except (OSError, ValueError):
        columns = 0
    return min(columns, _WIDEST) if columns > 0 else 80  # some terminals say 0


def _writes_unicode(file: TextIO) -> bool:
    try:
        "✓▁→".encode(file.encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _parts(report: Report, for_instructor: bool, in_full: int, width: int) -> Iterator[RenderableType]:
    for exercise in report.exercises:
        yield from _exercise(exercise, for_instructor, in_full, width)
        yield Text()
    yield from _totals(report, for_instructor)


# ── one exercise ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _exercise(exercise: ExerciseResult, for_instructor: bool, in_full: int, width: int) -> Iterator[RenderableType]:
    yield _heading(exercise)
    yield from _about(exercise)
    if exercise.notice is not None:
        yield _indented(feedback_block(exercise.notice, width - 4), 4)
    yield _indented(_rows(exercise), 2)
    first = summary.to_look_at(exercise, in_full)
    for check, title in zip(exercise.checks, summary.titles(exercise), strict=True):
        explained = any(check is one for one in first)
        if explained or (for_instructor and check.instructor is not None):
            yield Text()
            yield _indented(_explained(check, title, exercise, for_instructor, width - 4), 4)
    left = len(summary.to_look_at(exercise, len(exercise.checks))) - len(first)
    if left > 0:
        yield Text()
        more = say_count(
            "{count:,} more check to look at after that.", "{count:,} more checks to look at after that.", left
        )
        yield _indented(Text(more, "dim"), 4)


def _heading(exercise: ExerciseResult) -> RenderableType:
    tone, word = summary.verdict(exercise)
    line = Table.grid(expand=True, padding=(0, 1))
    line.add_column(ratio=1)
    line.add_column(justify="right", no_wrap=True)
    title = Text(f"{one_line(exercise.number)}  ", "bold").append(one_line(exercise.title), "bold")
    line.add_row(title, Text.assemble((word, STYLES[tone]), "  ", (_score(exercise), "bold")))
    return line


def _score(exercise: ExerciseResult) -> str:
    if exercise.max_points <= 0:
        return say("not graded")
    points, whole = numbers.points(exercise.points), numbers.points(exercise.max_points)
    return say("{points} / {whole} points", points=points, whole=whole)


def _about(exercise: ExerciseResult) -> Iterator[RenderableType]:
    facts = [one_line(exercise.submission_file)] if exercise.submission_file else []
    for use in exercise.uses:
        facts.append(summary.builds_on(use))
    if exercise.hints_taken:
        facts.append(say_count("{count:,} hint taken", "{count:,} hints taken", exercise.hints_taken))
    if facts:
        yield _indented(Text(" · ".join(facts), "dim"), 2)
    yield from (_indented(prose(one_line(remark), "yellow"), 2) for remark in exercise.remarks)


def _rows(exercise: ExerciseResult) -> RenderableType:
    if not exercise.checks:
        return Text(say("There is no check for this exercise."))
    rows = Table.grid(expand=True, padding=(0, 1))
    rows.add_column(width=1)
    rows.add_column(ratio=1)
    rows.add_column(justify="right")
    rows.add_column(justify="right", no_wrap=True)
    together = summary.common_ending(exercise)
    if together is not None:
        points, whole = exercise.points, exercise.max_points
        title = say_count("all {count:,} check", "all {count:,} checks", len(exercise.checks))
        rows.add_row(*_row(together, Text(title), points, whole))
        return rows
    for check, title in zip(exercise.checks, summary.titles(exercise), strict=True):
        rows.add_row(*_row(check.cause, _title(check, title), check.points, check.max_points))
    return rows


def _row(cause: Cause, title: Text, points: float, whole: float) -> tuple[Text, Text, Text, Text]:
    tone = summary.tone(cause)
    score = f"{numbers.points(points)}/{numbers.points(whole)}" if cause.graded else "–"
    return mark(tone), title, Text(summary.word(cause), STYLES[tone]), Text(score)


def _title(check: CheckResult, title: str) -> Text:
    """The title; "hidden" stands only where it explains why less is said."""
    text = prose(one_line(title))
    return text.append(say(" (hidden)"), "dim") if check.visibility == "hidden" and not check.cause.passed else text


def _explained(
    check: CheckResult, title: str, exercise: ExerciseResult, for_instructor: bool, width: int
) -> RenderableType:
    heading = Text.assemble(mark(summary.tone(check.cause)), " ", prose(one_line(title)), style="bold")
    parts: list[RenderableType] = [heading]
    if check.feedback is not None and not summary.repeats_notice(check, exercise):
        parts.append(_indented(feedback_block(check.feedback, width - 2), 2))
    if check.output is not None:
        parts += [_indented(block, 2) for block in printed_block(check.output)]
    if for_instructor and check.instructor is not None:
        parts.append(_indented(instructor_block(check.instructor), 2))
    return Group(*parts)


def _indented(part: RenderableType, columns: int) -> Padding:
    return Padding(part, (0, 0, 0, columns))


# ── the whole report ─────────────────────────────────────────────────────────────────────────────────────────────────


def _totals(report: Report, for_instructor: bool) -> Iterator[RenderableType]:
    yield Rule(style="dim", characters="─")
    if report.max_points > 0:
        share = numbers.percent(report.points, report.max_points)
        points = say(
            "{points} of {whole} points ({share})",
            points=numbers.points(report.points),
            whole=numbers.points(report.max_points),
            share=share,
        )
        yield Text(points, "bold")
    else:
        yield Text(say("Not graded: no check could be counted."), "bold")
    yield Text(say("{sentence}.", sentence=say(", ").join(sentences(report, for_instructor=for_instructor))))
    sandbox = say(
        "{driver} sandbox, {isolation}, {time}",
        driver=one_line(report.sandbox.driver),
        isolation=summary.isolation(report.sandbox.isolation),
        time=numbers.duration(report.seconds),
    )
    yield Text(sandbox, "dim")
    if report.seed is not None:
        yield Text(say("seed {seed}", seed=report.seed), "dim")
