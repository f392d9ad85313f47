"""Pictures in characters, for terminals: a sparkline for a curve, signed shades for a heat map."""

from grader.language import say
from grader.report.axis import LARGEST, axis
from grader.report.grid import Grid, grid
from grader.report.numbers import value
from grader.report.picture import Curve, HeatMap, Picture, Series
from grader.report.text import cut_to_columns, one_line

_BARS = "▁▂▃▄▅▆▇█"
_SHADES = " ░▒▓█"
_MOST_VALUES = 12  # a side; a larger matrix is drawn as shades
_MOST_SHADES = 24


def sketch(picture: Picture, width: int = 60) -> list[str]:
    """The picture as lines of at most ``width`` characters, its title first."""
    lines = _heat_map(picture, width) if isinstance(picture, HeatMap) else _curve(picture, width)
    return [cut_to_columns(one_line(picture.title, width), width), *lines]


def _curve(picture: Curve, width: int) -> list[str]:
    numbers = [y for series in picture.series for y in series.y if _drawable(y)]
    if not numbers:
        return [say("no finite value to draw")]
    asked = [picture.threshold] if _drawable(picture.threshold) else []
    scale = axis([y for y in [*numbers, *asked] if y is not None], may_be_logarithmic=True)
    lines = []
    for series in picture.series[:6]:
        bars = "".join(
            "×" if y is None else _BARS[min(7, int(8 * scale.share(y)))] for y in _sampled(series, max(8, width - 42))
        )
        finite = [y for y in series.y if _drawable(y)]
        ends = f"{value(finite[0])} → {value(finite[-1])}" if finite else say("no finite value")
        lines.append(f"{bars}  {ends}  {one_line(series.name, 22)}".rstrip())
    if picture.threshold is not None:
        lines.append(f"{one_line(picture.threshold_label, width - 12) or 'asked for'}: {value(picture.threshold)}")
    return lines


def _drawable(y: float | None) -> bool:
    return y is not None and abs(y) <= LARGEST


def _sampled(series: Series, most: int) -> list[float | None]:
    """At most ``most`` values, evenly spaced, the first and the last among them."""
    values = [y if _drawable(y) else None for y in series.y]
    if len(values) <= most:
        return values
    return [values[index * (len(values) - 1) // (most - 1)] for index in range(most)]


def _heat_map(picture: HeatMap, width: int) -> list[str]:
    cells = grid(picture, min(_MOST_SHADES, max(4, width // 2 - 1)))
    if not cells.cells:
        return [say("the matrix is empty")]
    small = max(cells.rows, cells.columns) <= _MOST_VALUES
    lines = _values(cells) if small else []
    if not lines or max(map(len, lines)) > width:
        lines = _shades(cells)
    axes = [say("rows: {label}", label=one_line(picture.row_label, 60))] if picture.row_label else []
    if picture.column_label:
        axes.append(say("columns: {label}", label=one_line(picture.column_label, 60)))
    return [*lines, cut_to_columns(say(", ").join(axes), width)] if axes else lines


def _values(cells: Grid) -> list[str]:
    texts = [[value(number) for number in row] for row in cells.cells]
    widest = max(len(text) for row in texts for text in row)
    return ["  ".join(text.rjust(widest) for text in row) for row in texts]


def _shades(cells: Grid) -> list[str]:
    lines = ["".join(_shade(cells, number) for number in row).rstrip() for row in cells.cells]
    scale = say("− negative, ") if cells.diverging else ""
    ends = (
        say("{low} everywhere", low=value(cells.low))
        if cells.constant
        else say("from {low} to {high}", low=value(cells.low), high=value(cells.high))
    )
    lines.append(say("{scale}fuller is larger; {ends}", scale=scale, ends=ends))
    if cells.not_finite:
        lines.append(say("× not finite"))
    return lines


def _shade(cells: Grid, number: float | None) -> str:
    """Two characters, so that a cell is about square; a negative one begins with a minus."""
    if number is None:
        return "××"
    level = cells.level(number)
    shade = _SHADES[abs(level)]
    return "−" + shade if level < 0 else shade * 2
