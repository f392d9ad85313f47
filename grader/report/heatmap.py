"""Heat maps as geometry: cells in nine colours, the numbers in them where the matrix is small, a scale."""

from dataclasses import dataclass

from grader.language import say
from grader.report.drawing import Drawing, Label, Path, Swatch
from grader.report.grid import STEPS, Grid, grid
from grader.report.numbers import value
from grader.report.picture import HeatMap
from grader.report.text import columns_of, one_line

_TICK = 16  # characters of the name of a row
_MOST_CELLS = 32  # a side; more are drawn as blocks
_LETTER = 7.3  # the width of a letter of a name
_MOST_VALUES = 12  # a side; up to here the numbers stand in the cells


def draw_heat_map(picture: HeatMap, scale: tuple[float, float] | None = None) -> Drawing:
    """``scale``: its ends, where other pictures share it."""
    cells = grid(picture, _MOST_CELLS, scale)
    title = one_line(picture.title)
    if not cells.cells:
        return Drawing("heatmap", title, say("An empty matrix."), 0, 0, note=say("The matrix is empty."))
    with_values = max(cells.rows, cells.columns) <= _MOST_VALUES
    width, height = _cell_size(cells, with_values)
    across, down = width * len(cells.cells[0]), height * len(cells.cells)
    rows, columns = one_line(picture.row_label, 60), one_line(picture.column_label, 60)
    beside = bool(rows) and columns_of(rows) * _LETTER <= down  # else the name of the rows stands below
    ticks = _Names(_names_of(picture.row_ticks, cells.rows), _names_of(picture.column_ticks, cells.columns), width)
    left, top = ticks.left + (14.0 if beside else 0.0), ticks.top + (16.0 if columns else 0.0)
    place = _Place(left, top, width, height, rows, columns, beside, ticks)
    below = rows if rows and not beside else ""
    return Drawing(
        kind="heatmap",
        title=title,
        description=cells.describe(with_values=with_values),
        width=place.left + max(across, 60, columns_of(columns) * _LETTER, columns_of(below) * _LETTER) + 2,
        height=place.top + down + (24 if below else 2),
        paths=_cell_paths(cells, place),
        labels=_ticks(cells, place) + _names(cells, place) + (_value_labels(cells, place) if with_values else []),
        legend=_scale(cells),
        note=_block_note(cells),
        compact=not with_values,
    )


@dataclass(frozen=True, slots=True)
class _Names:
    """The names of single rows and columns, numbers where they have none, and the room that they take."""

    rows: list[str]
    columns: list[str]
    width: float  # of a column

    @property
    def turned(self) -> bool:
        """Whether the names of the columns are too long to stand side by side."""
        return any(columns_of(name) * _LETTER > self.width for name in self.columns) and not self.numbers

    @property
    def numbers(self) -> bool:
        return all(name.isdecimal() for name in self.columns)

    @property
    def left(self) -> float:
        return max(26.0, 14 + _LETTER * max(map(columns_of, self.rows)))

    @property
    def top(self) -> float:
        return max(22.0, 12 + _LETTER * max(map(columns_of, self.columns))) if self.turned else 22.0


def _names_of(ticks: list[str] | None, count: int) -> list[str]:
    named = [one_line(tick, _TICK) or "·" for tick in ticks or []][:count]
    return named + [str(number) for number in range(len(named), count)]


@dataclass(frozen=True, slots=True)
class _Place:
    left: float
    top: float
    width: float
    height: float
    rows: str
    columns: str
    beside: bool
    ticks: "_Names"

    def middle(self, row: int, column: int) -> tuple[float, float]:
        return self.left + (column + 0.5) * self.width, self.top + (row + 0.5) * self.height


def _cell_size(cells: Grid, with_values: bool) -> tuple[float, float]:
    if with_values:
        longest = max(len(value(number)) for row in cells.cells for number in row)
        return max(40.0, 7.4 * longest + 14), 30.0
    side = float(min(20, max(9, 384 // max(len(cells.cells), len(cells.cells[0])))))
    return side, side


def _cell_paths(cells: Grid, place: _Place) -> list[Path]:
    """One path a colour; neighbours of one colour in a row are one rectangle, so that a large map stays small."""
    drawn: dict[str, list[str]] = {}
    for row, numbers in enumerate(cells.cells):
        styles = [_style(cells, number) for number in numbers]
        start = 0
        for column in range(1, len(styles) + 1):
            if column == len(styles) or styles[column] != styles[start]:
                x, y = place.left + start * place.width, place.top + row * place.height
                run = (column - start) * place.width
                drawn.setdefault(styles[start], []).append(f"M{x:g} {y:g}h{run:g}v{place.height:g}h{-run:g}z")
                start = column
    paths = [Path(style, "".join(parts)) for style, parts in sorted(drawn.items())]
    return [*paths, Path("lines", _rules(cells, place))]


def _rules(cells: Grid, place: _Place) -> str:
    """Hairlines between cells, so that neighbours of one colour are still seen as cells."""
    rows, columns = len(cells.cells), len(cells.cells[0])
    across, down = columns * place.width, rows * place.height
    upright = (f"M{place.left + i * place.width:g} {place.top:g}v{down:g}" for i in range(columns + 1))
    level = (f"M{place.left:g} {place.top + i * place.height:g}h{across:g}" for i in range(rows + 1))
    return "".join([*upright, *level])


def _style(cells: Grid, number: float | None) -> str:
    return "nan" if number is None else _level_style(cells.level(number))


def _level_style(level: int) -> str:
    return f"n{-level}" if level < 0 else f"p{level}"


def _value_labels(cells: Grid, place: _Place) -> list[Label]:
    labels = []
    for row, numbers in enumerate(cells.cells):
        for column, number in enumerate(numbers):
            x, y = place.middle(row, column)
            labels.append(Label(x, y, value(number), f"num on-{_style(cells, number)}"))
    return labels


def _ticks(cells: Grid, place: _Place) -> list[Label]:
    """The numbers of rows and columns."""
    down, across = cells.block
    names, turned = place.ticks, place.ticks.turned
    columns = range(len(cells.cells[0])) if turned else _shown(len(cells.cells[0]), place.width)
    rows = _shown(len(cells.cells), place.height)
    style, above = ("tick start", 6.0) if turned else ("tick", 9.0)
    return [
        *(Label(place.middle(0, i)[0], place.top - above, names.columns[i * across], style, turned) for i in columns),
        *(Label(place.left - 7, place.middle(i, 0)[1], names.rows[i * down], "tick end") for i in rows),
    ]


def _names(cells: Grid, place: _Place) -> list[Label]:
    """What rows and columns are."""
    names = [Label(place.left, 10, place.columns, "name start")] if place.columns else []
    down = place.height * len(cells.cells)
    if place.beside:
        names.append(Label(8, place.top + down / 2, place.rows, "name", turned=True))
    elif place.rows:
        names.append(Label(place.left, place.top + down + 13, f"↓ {place.rows}", "name start"))
    return names


def _shown(count: int, size: float) -> list[int]:
    """The rows or columns whose number is written: all where there is room, else every so many."""
    stride = next(step for step in (1, 2, 5, 10, 20, 50) if step * size >= 26 or count <= step)
    return list(range(0, count, stride))


def _scale(cells: Grid) -> list[Swatch]:
    if cells.not_finite == cells.rows * cells.columns:
        swatches = []
    elif cells.constant:
        swatches = [Swatch(_style(cells, cells.low), value(cells.low))]
    elif cells.diverging:
        largest = max(-cells.low, cells.high)
        ends = {-STEPS: value(-largest), 0: "0", STEPS: value(largest)}
        swatches = [Swatch(_level_style(level), ends.get(level, "")) for level in range(-STEPS, STEPS + 1)]
    else:
        ends = {0: value(cells.low), STEPS: value(cells.high)}
        swatches = [Swatch(_level_style(level), ends.get(level, "")) for level in range(STEPS + 1)]
    return [*swatches, Swatch("nan", say("not finite"))] if cells.not_finite else swatches


def _block_note(cells: Grid) -> str:
    if not cells.reduced:
        return ""
    size = f"{cells.rows:,} × {cells.columns:,}"
    block = f"{cells.block[0]} × {cells.block[1]}"
    return say(
        "The matrix is {size}; each cell shows the largest value (by magnitude) of {block} of them.",
        size=size,
        block=block,
    )
