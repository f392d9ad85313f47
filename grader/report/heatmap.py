"""Heat maps as geometry: cells in nine colours, the numbers in them where the matrix is small, a scale."""

from dataclasses import dataclass

from grader.report.drawing import Drawing, Label, Path, Swatch
from grader.report.grid import STEPS, Grid, grid
from grader.report.model import HeatMap
from grader.report.numbers import value
from grader.report.text import one_line

_MOST_CELLS = 32  # a side; more are drawn as blocks
_MOST_VALUES = 12  # a side; up to here the numbers stand in the cells


def draw_heat_map(picture: HeatMap) -> Drawing:
    cells = grid(picture, _MOST_CELLS)
    title = one_line(picture.title)
    if not cells.cells:
        return Drawing("heatmap", title, "An empty matrix.", 0, 0, note="The matrix is empty.")
    with_values = max(cells.rows, cells.columns) <= _MOST_VALUES
    width, height = _cell_size(cells, with_values)
    left, top = (34.0 if picture.row_label else 20.0) + 6, 38.0 if picture.column_label else 22.0
    across, down = width * len(cells.cells[0]), height * len(cells.cells)
    place = _Place(left, top, width, height)
    return Drawing(
        kind="heatmap",
        title=title,
        description=cells.describe(with_values=with_values),
        width=left + max(across, 60) + 2,
        height=top + down + 2,
        paths=_cell_paths(cells, place),
        labels=_heat_labels(picture, cells, place) + (_value_labels(cells, place) if with_values else []),
        legend=_scale(cells),
        note=_block_note(cells),
        compact=not with_values,
    )


@dataclass(frozen=True, slots=True)
class _Place:
    left: float
    top: float
    width: float
    height: float

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


def _heat_labels(picture: HeatMap, cells: Grid, place: _Place) -> list[Label]:
    rows, columns = len(cells.cells), len(cells.cells[0])
    labels = [
        Label(place.middle(0, i)[0], place.top - 9, str(i * cells.block[1])) for i in _shown(columns, place.width)
    ]
    labels += [
        Label(place.left - 12, place.middle(i, 0)[1], str(i * cells.block[0])) for i in _shown(rows, place.height)
    ]
    if picture.column_label:
        text = one_line(picture.column_label, 60)
        labels.append(Label(place.left, place.top - 28, text, "name start"))
    if picture.row_label:
        middle = place.top + rows * place.height / 2
        labels.append(Label(8, middle, one_line(picture.row_label, 60), "name", turned=True))
    return labels


def _shown(count: int, size: float) -> list[int]:
    """The rows or columns whose number is written: all where there is room, else every so many."""
    stride = next(step for step in (1, 2, 5, 10, 20, 50) if step * size >= 26 or count <= step)
    return list(range(0, count, stride))


def _scale(cells: Grid) -> list[Swatch]:
    if cells.not_finite == cells.rows * cells.columns or cells.low == cells.high:
        swatches = [] if cells.not_finite else [Swatch(_style(cells, cells.low), value(cells.low))]
    elif cells.diverging:
        largest = max(-cells.low, cells.high)
        ends = {-STEPS: value(-largest), 0: "0", STEPS: value(largest)}
        swatches = [Swatch(_level_style(level), ends.get(level, "")) for level in range(-STEPS, STEPS + 1)]
    else:
        ends = {0: value(cells.low), STEPS: value(cells.high)}
        swatches = [Swatch(_level_style(level), ends.get(level, "")) for level in range(STEPS + 1)]
    return [*swatches, Swatch("nan", "not finite")] if cells.not_finite else swatches


def _block_note(cells: Grid) -> str:
    if not cells.reduced:
        return ""
    size = f"{cells.rows:,} × {cells.columns:,}"
    block = f"{cells.block[0]} × {cells.block[1]}"
    return f"The matrix is {size}; each cell shows the largest value (by magnitude) of {block} of them."
