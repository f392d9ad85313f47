"""The report as one HTML file: no script, no request to anywhere, light and dark, for screen, print and screen reader.

Every text goes through the template's autoescape after ``text`` has neutralised it. The one string that is put in as
markup is the project's own style sheet.
"""

from datetime import datetime
from functools import cache, partial
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from grader.language import language, noted, say, say_count
from grader.report import numbers, summary
from grader.report.comparison import draw_comparison
from grader.report.curve import draw_curve
from grader.report.difference import Piece, difference
from grader.report.drawing import Drawing
from grader.report.graph import draw_graph
from grader.report.heatmap import draw_heat_map
from grader.report.images import draw_images
from grader.report.layout import draw_layout
from grader.report.model import CheckResult, ExerciseResult, Feedback, Report
from grader.report.picture import Comparison, Curve, Graph, HeatMap, Images, Layout, Picture, Regions
from grader.report.regions import draw_regions
from grader.report.standing import sentences
from grader.report.student import shown
from grader.report.text import binding, clean, code_spans, one_line

_TEMPLATES = Path(__file__).parent / "templates"
_OUTPUT_LIMIT = 8_000
_MONTHS = (
    noted("January"), noted("February"), noted("March"), noted("April"), noted("May"), noted("June"), noted("July"),
    noted("August"), noted("September"), noted("October"), noted("November"), noted("December"),
)  # fmt: skip
_OPEN_CHECKS = 3  # an exercise's first failed checks lie open; the others open on a click


def render(report: Report, *, for_instructor: bool = False) -> str:
    """The whole page. ``for_instructor`` adds the instructor's parts, which a student's page never holds."""
    visible = shown(report, for_instructor=for_instructor)
    return (
        _environment()
        .get_template("report.html.j2")
        .render(
            report=visible,
            chapters=summary.chapters(visible),
            sentences=sentences(visible, for_instructor=for_instructor),
            for_instructor=for_instructor,
            style=_style(),
        )
    )


def html_language() -> str:
    """The language of a page, as HTML names it."""
    return "zh-Hans" if language() == "zh" else language()


def palette() -> str:
    """The colours of every page, light and dark, as CSS variables."""
    return (_TEMPLATES / "palette.css").read_text(encoding="utf-8")


@cache
def _style() -> Markup:
    return Markup(palette() + (_TEMPLATES / "report.css").read_text(encoding="utf-8"))


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    environment.globals |= {"say": say, "say_count": say_count, "html_language": html_language}
    environment.filters |= {
        "builds_on": summary.builds_on,
        "coordinate": lambda number: f"{number:.4g}",
        "barrier": summary.barrier,
        "binding": binding,
        "compared": _compared,
        "day": _day,
        "draw": draw,
        "duration": numbers.duration,
        "isolation": summary.isolation,
        "line": one_line,
        "opened": _opened,
        "output": partial(clean, limit=_OUTPUT_LIMIT),
        "percent": numbers.percent,
        "points": numbers.points,
        "repeats": summary.repeats_notice,
        "says_more": _says_more,
        "share": _share,
        "spans": code_spans,
        "text": clean,
        "titles": summary.titles,
        "tone": summary.tone,
        "verdict": summary.verdict,
        "word": summary.word,
    }
    return environment


def draw(picture: Picture) -> Drawing:
    """The picture as geometry."""
    match picture:
        case HeatMap():
            return draw_heat_map(picture)
        case Comparison():
            return draw_comparison(picture)
        case Curve():
            return draw_curve(picture)
        case Layout():
            return draw_layout(picture)
        case Graph():
            return draw_graph(picture)
        case Regions():
            return draw_regions(picture)
        case Images():
            return draw_images(picture)


def _compared(feedback: Feedback) -> tuple[list[Piece], list[Piece]]:
    return difference(clean(feedback.expected or ""), clean(feedback.actual or ""))


def _day(moment: datetime) -> str:
    zone = one_line(moment.tzname() or "")
    parts = {"day": moment.day, "month": say(_MONTHS[moment.month - 1]), "year": f"{moment.year:04}"}
    date = say("{day} {month} {year}", **parts)
    return say("{date}, {time}", date=date, time=f"{moment:%H:%M} {zone}".rstrip())


def _share(part: float, whole: float) -> str:
    """The filled part of a bar that is 100 wide."""
    return f"{100 * min(max(part / whole, 0.0), 1.0):.4g}" if whole > 0 else "0"


def _says_more(check: CheckResult, exercise: ExerciseResult) -> bool:
    without = check.model_copy(update={"feedback": None}) if summary.repeats_notice(check, exercise) else check
    return summary.has_something_to_say(without)


def _opened(check: CheckResult, exercise: ExerciseResult) -> bool:
    return any(check is first for first in summary.to_look_at(exercise, _OPEN_CHECKS))
