"""The class report: who passed what, what was hard, what was misunderstood. One HTML file; rows sort without script."""

import statistics
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from grader.batch.gradebook.book import Gradebook
from grader.batch.journal import Journal
from grader.batch.pages.figures import ClassFigures, Row, class_figures
from grader.language import say, say_count
from grader.report.html import html_language, palette
from grader.report.text import one_line

_TEMPLATES = Path(__file__).parent / "templates"
_LETTERS = {"p": "✓", "f": "✗", "s": "–", "o": "○", "-": ""}


def render_class(journal: Journal, book: Gradebook, title: str) -> str:
    """The page. ``title`` names the course and what was graded."""
    figures = class_figures(journal, book)
    return (
        environment()
        .get_template("class.html.j2")
        .render(
            title=title,
            made=datetime.now(UTC),
            figures=figures,
            rows=_ordered(figures.rows),
            groups=_groups(figures),
            times=_times(figures),
            tallest=max(figures.bins) or 1,
            style=Markup(palette() + (_TEMPLATES / "class.css").read_text(encoding="utf-8")),
        )
    )


@cache
def environment() -> Environment:
    """Of all pages: every text is escaped and made harmless."""
    found = Environment(
        loader=FileSystemLoader(_TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    found.globals |= {"say": say, "say_count": say_count, "html_language": html_language}
    found.filters |= {"line": one_line, "cells": _cells, "number": lambda value: f"{value:.4g}"}
    return found


def _cells(letters: str) -> Markup:
    """One element a check: the letters are our own."""
    return Markup(
        "".join(f'<i class="{letter if letter != "-" else "n"}">{_LETTERS[letter]}</i>' for letter in letters)
    )


def _ordered(rows: list[Row]) -> list[tuple[Row, int, int]]:
    """(row, place by name, place by total from the lowest): the style sheet puts them in either order."""
    by_name = sorted(range(len(rows)), key=lambda at: rows[at].name.casefold())
    by_total = sorted(range(len(rows)), key=lambda at: (rows[at].total is not None, rows[at].total or 0.0))
    name_place, total_place = ({at: place for place, at in enumerate(order)} for order in (by_name, by_total))
    return [(row, name_place[at], total_place[at]) for at, row in enumerate(rows)]


def _groups(figures: ClassFigures) -> list[tuple[str, int]]:
    """(exercise number, how many checks), in the order of the columns."""
    groups: list[tuple[str, int]] = []
    for column in figures.columns:
        if groups and groups[-1][0] == column.number:
            groups[-1] = (column.number, groups[-1][1] + 1)
        else:
            groups.append((column.number, 1))
    return groups


def _times(figures: ClassFigures) -> list[tuple[str, float, float]]:
    """(exercise number, median, longest) of the seconds that a grading took."""
    return [(number, statistics.median(each), max(each)) for number, each in figures.seconds.items()]
