"""Pictures in characters, for terminals: a sparkline for a curve, signed shades for a heat map."""

from itertools import zip_longest

from grader.language import say
from grader.report.axis import LARGEST, axis
from grader.report.cells import heading
from grader.report.comparison import maps, scale
from grader.report.graph import sketch_graph
from grader.report.grid import Grid, grid
from grader.report.images import sketch_images
from grader.report.layout import sketch_layout
from grader.report.numbers import value
from grader.report.picture import Comparison, Curve, Graph, HeatMap, Images, Layout, Picture, Regions, Series
from grader.report.regions import sketch_regions
from grader.report.text import columns_of, cut_to_columns, one_line

_BARS = "▁▂▃▄▅▆▇█"
_SHADES = " ░▒▓█"
_MOST_VALUES = 12  # a side; a larger matrix is drawn as shades
_MOST_SHADES = 24
_TICK = 16  # characters of the name of a row or column


def sketch(picture: Picture, width: int = 60) -> list[str]:
    """The picture as lines of at most ``width`` characters, its title first."""
    title = heading(picture) if isinstance(picture, Layout) else picture.title
    lines = [cut_to_columns(line, width) for line in _lines(picture, width)]
    return [cut_to_columns(one_line(title, 2 * width), width), *lines]


def _lines(picture: Picture, width: int) -> list[str]:
    match picture:
        case HeatMap():
            return _heat_map(picture, width)
        case Comparison():
            return _comparison(picture, width)
        case Curve():
            return _curve(picture, width)
        case Layout():
            return sketch_layout(picture, width)
        case Graph():
            return sketch_graph(picture, width)
        case Regions():
            return sketch_regions(picture, width)
        case Images():
            return sketch_images(picture, width)


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
        lines.append(f"{one_line(picture.threshold_label, width - 12) or say('asked for')}: {value(picture.threshold)}")
    return lines


def _drawable(y: float | None) -> bool:
    return y is not None and abs(y) <= LARGEST


def _sampled(series: Series, most: int) -> list[float | None]:
    """At most ``most`` values, evenly spaced, the first and the last among them."""
    values = [y if _drawable(y) else None for y in series.y]
    if len(values) <= most:
        return values
    return [values[index * (len(values) - 1) // (most - 1)] for index in range(most)]


def _comparison(picture: Comparison, width: int) -> list[str]:
    """Side by side where all three fit, else one below the other."""
    parts = maps(picture)
    shared = scale(picture)
    plain = [part.model_copy(update={"row_label": "", "column_label": ""}) for part in parts]
    blocks = [[part.title, *_heat_map(part, width, None if part is plain[2] else shared)] for part in plain]
    wide = [max(map(columns_of, block)) for block in blocks]
    if sum(wide) + 8 > width:
        lines = [line if i == 0 else f"  {line}" for block in blocks for i, line in enumerate(block)]
    else:
        rows = zip_longest(*blocks, fillvalue="")
        lines = [
            "    ".join(text + " " * (w - columns_of(text)) for text, w in zip(row, wide, strict=True)).rstrip()
            for row in rows
        ]
    return lines + _axes(picture.row_label, picture.column_label)


def _heat_map(picture: HeatMap, width: int, ends: tuple[float, float] | None = None) -> list[str]:
    cells = grid(picture, min(_MOST_SHADES, max(4, width // 2 - 1)), ends)
    if not cells.cells:
        return [say("the matrix is empty")]
    small = max(cells.rows, cells.columns) <= _MOST_VALUES
    lines = _values(cells, picture) if small else []
    if not lines or max(map(columns_of, lines)) > width:
        lines = _shades(cells)
        if picture.row_ticks is not None and not cells.reduced:
            lines = _with_names(lines, picture.row_ticks)
    return lines + _axes(picture.row_label, picture.column_label)


def _axes(rows: str, columns: str) -> list[str]:
    axes = [say("rows: {label}", label=one_line(rows, 60))] if rows else []
    if columns:
        axes.append(say("columns: {label}", label=one_line(columns, 60)))
    return [say(", ").join(axes)] if axes else []


def _with_names(lines: list[str], names: list[str]) -> list[str]:
    """The lines with the names of the rows before them."""
    named = [one_line(name, _TICK) for name in names[: len(lines)]]
    named += [""] * (len(lines) - len(named))
    widest = max(map(columns_of, named), default=0)
    return [
        f"{' ' * (widest - columns_of(name))}{name}  {line}".rstrip() for name, line in zip(named, lines, strict=True)
    ]


def _values(cells: Grid, picture: HeatMap) -> list[str]:
    """The numbers in columns, with the names of rows and columns where they have some."""
    texts = [[value(number) for number in row] for row in cells.cells]
    names = [one_line(name, _TICK) for name in picture.column_ticks or []][: cells.columns]
    if names:
        texts.insert(0, names + [""] * (cells.columns - len(names)))
    widest = max(columns_of(text) for row in texts for text in row)
    lines = ["  ".join(" " * (widest - columns_of(text)) + text for text in row) for row in texts]
    above = [""] if names else []
    return lines if picture.row_ticks is None else _with_names(lines, [*above, *picture.row_ticks])


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
