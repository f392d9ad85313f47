"""Pairs of answers that look alike, side by side, for people to judge."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from grader.batch.pages.class_report import environment
from grader.batch.similar import Pair
from grader.report.html import palette
from grader.report.text import clean

_MOST_LINES = 600


@dataclass(frozen=True, slots=True)
class Line:
    text: str
    shared: bool


@dataclass(frozen=True, slots=True)
class Side:
    student: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """One pair with both texts."""

    exercise: str
    percent: int
    first: Side
    second: Side


def shown(exercise: str, pair: Pair, first: tuple[str, str], second: tuple[str, str]) -> Shown:
    """``first`` and ``second``: (student, text)."""
    return Shown(
        exercise,
        round(100 * pair.share),
        Side(first[0], _lines(first[1], pair.first_lines)),
        Side(second[0], _lines(second[1], pair.second_lines)),
    )


def render_similar(pairs: Sequence[Shown], title: str) -> str:
    style = palette() + (Path(__file__).parent / "templates" / "class.css").read_text(encoding="utf-8")
    return environment().get_template("similar.html.j2").render(title=title, pairs=pairs, style=Markup(style))


def _lines(text: str, shared: frozenset[int]) -> tuple[Line, ...]:
    return tuple(Line(clean(line), number in shared) for number, line in enumerate(text.splitlines()[:_MOST_LINES], 1))
