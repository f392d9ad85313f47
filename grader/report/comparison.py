"""Yours and the right one on one scale, and how they differ: three heat maps side by side."""

from dataclasses import replace

from grader.language import say
from grader.report.drawing import Drawing
from grader.report.heatmap import draw_heat_map
from grader.report.picture import Comparison, HeatMap
from grader.report.text import one_line

_SMALL = 1e-8  # below it a ratio says nothing

Rows = list[list[float | None]]


def maps(picture: Comparison) -> list[HeatMap]:
    """Yours, the right one, and the difference or the ratio."""
    how = say("yours − right") if picture.how == "difference" else say("yours ÷ right")
    parts = ((say("yours"), picture.yours), (say("right"), picture.right), (how, _between(picture)))
    return [
        HeatMap(title=title, values=values, row_label=picture.row_label, column_label=picture.column_label)
        for title, values in parts
    ]


def scale(picture: Comparison) -> tuple[float, float]:
    """The ends of the scale that yours and the right one share."""
    finite = [value for rows in (picture.yours, picture.right) for row in rows for value in row if value is not None]
    return min(finite, default=0.0), max(finite, default=0.0)


def draw_comparison(picture: Comparison) -> Drawing:
    yours, right, between = maps(picture)
    shared = scale(picture)
    panels = [draw_heat_map(yours, shared), draw_heat_map(right, shared), draw_heat_map(between)]
    note = panels[0].note
    panels = [replace(panel, note="") for panel in panels]
    # What explains the colours of the first two stands once, below the second.
    panels[0] = replace(panels[0], legend=[])
    words = " ".join(f"{panel.title}: {panel.description}" for panel in panels)
    return Drawing("comparison", one_line(picture.title), words, 0, 0, panels=panels, note=note)


def _between(picture: Comparison) -> Rows:
    """Entry by entry; None where one of the two is not finite or there is none."""
    return [
        [_entry(y, r, picture.how) for y, r in zip(mine, right, strict=False)]
        for mine, right in zip(picture.yours, picture.right, strict=False)
    ]


def _entry(yours: float | None, right: float | None, how: str) -> float | None:
    if yours is None or right is None:
        return None
    if how == "difference":
        return yours - right
    if abs(yours - right) <= _SMALL:
        return 1.0
    return yours / right if abs(right) > _SMALL else None
