"""Decision regions: each class by a colour and by a mark that needs no colour, and the data on them."""

import math

from grader.language import say, say_count
from grader.report.axis import Axis
from grader.report.drawing import Drawing, Label, Path, Swatch
from grader.report.picture import Point, Regions
from grader.report.text import cut_to_columns, one_line

_SIDE = 300.0
_LEFT, _TOP, _BOTTOM, _RIGHT = 62.0, 8.0, 44.0, 10.0
_POINT, _TEXTURE = 4.4, 2.6  # sizes of marks
_EVERY = 5  # cells between the marks in a region
_LETTERS = "abcdefgh"


def draw_regions(picture: Regions) -> Drawing:
    title = one_line(picture.title)
    if not picture.classes or not picture.classes[0]:
        return Drawing("regions", title, say("There is no grid."), 0, 0, note=say("There is no grid."))
    missed = _missed_note(picture)
    return Drawing(
        kind="regions",
        title=title,
        description=_in_words(picture),
        width=_LEFT + _SIDE + _RIGHT,
        height=_TOP + _SIDE + _BOTTOM,
        paths=[*_fills(picture), *_textures(picture), *_frame(picture), *_points(picture), *_rings(picture)],
        labels=_labels(picture),
        legend=[Swatch(f"point c{i}", name_of(picture, i), mark(i, 11, 6, 4.6)) for i in _present(picture)],
        note=f"{missed} {say('Such a point has a ring.')}" if missed else "",
    )


def sketch_regions(picture: Regions, width: int) -> list[str]:
    """A letter a cell, a capital where a point lies."""
    if not picture.classes or not picture.classes[0]:
        return [say("There is no grid.")]
    rows, columns = len(picture.classes), len(picture.classes[0])
    down, across = max(1, math.ceil(rows / 20)), max(1, math.ceil(columns / min(40, width)))
    held = {_cell(picture, point): point.label for point in picture.points}
    lines = []
    for top in range(0, rows, down):
        line = ""
        for left in range(0, columns, across):
            inside = [held[cell] for cell in _block(top, left, down, across) if cell in held]
            line += _LETTERS[inside[0]].upper() if inside else _LETTERS[picture.classes[top][left]]
        lines.append(line)
    names = ", ".join(f"{_LETTERS[i]}: {name_of(picture, i)}" for i in _present(picture))
    lines = [*reversed(lines), cut_to_columns(names, width), say("A capital is a point of the data, of its own class.")]
    note = _missed_note(picture)
    return [*lines, note] if note else lines


def name_of(picture: Regions, number: int) -> str:
    named = one_line(picture.names[number], 40) if number < len(picture.names) else ""
    return named or say("class {number}", number=number)


def mark(number: int, x: float, y: float, size: float) -> str:
    """The path of a class's mark around a place: circle, square, triangle, diamond, and so on."""
    if number % 8 == 0:
        return (
            f"M{x - size:.1f} {y:.1f}a{size:g} {size:g} 0 1 0 {2 * size:g} 0a{size:g} {size:g} 0 1 0 {-2 * size:g} 0z"
        )
    corners = _CORNERS[number % 8]
    return "M" + "L".join(f"{x + dx * size:.1f} {y + dy * size:.1f}" for dx, dy in corners) + "z"


def _star(points: int, inner: float) -> list[tuple[float, float]]:
    angles = [math.pi * i / points - math.pi / 2 for i in range(2 * points)]
    return [((1.25, inner)[i % 2] * math.cos(a), (1.25, inner)[i % 2] * math.sin(a)) for i, a in enumerate(angles)]


_PLUS = [(-.35, -1.1), (.35, -1.1), (.35, -.35), (1.1, -.35), (1.1, .35), (.35, .35), (.35, 1.1), (-.35, 1.1),
         (-.35, .35), (-1.1, .35), (-1.1, -.35), (-.35, -.35)]  # fmt: skip
_CORNERS: dict[int, list[tuple[float, float]]] = {
    1: [(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
    2: [(0, -1.15), (1.1, 0.85), (-1.1, 0.85)],
    3: [(0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)],
    4: [(round((x - y) * 0.78, 3), round((x + y) * 0.78, 3)) for x, y in _PLUS],
    5: _PLUS,
    6: [(0, 1.15), (1.1, -0.85), (-1.1, -0.85)],
    7: _star(5, 0.5),
}


def _present(picture: Regions) -> list[int]:
    return sorted({number for row in picture.classes for number in row} | {point.label for point in picture.points})


def _cell(picture: Regions, point: Point) -> tuple[int, int]:
    """Row and column of the cell that a point lies in, the nearest one for a point beside the grid."""
    rows, columns = len(picture.classes), len(picture.classes[0])
    across = (point.x - picture.x_low) / (picture.x_high - picture.x_low)
    up = (point.y - picture.y_low) / (picture.y_high - picture.y_low)
    return min(max(int(up * rows), 0), rows - 1), min(max(int(across * columns), 0), columns - 1)


def _block(top: int, left: int, down: int, across: int) -> list[tuple[int, int]]:
    return [(row, column) for row in range(top, top + down) for column in range(left, left + across)]


def _at(picture: Regions, point: Point) -> tuple[float, float]:
    across = (point.x - picture.x_low) / (picture.x_high - picture.x_low)
    up = (point.y - picture.y_low) / (picture.y_high - picture.y_low)
    return _LEFT + _SIDE * min(max(across, 0.0), 1.0), _TOP + _SIDE * (1 - min(max(up, 0.0), 1.0))


def _fills(picture: Regions) -> list[Path]:
    """One path a class; neighbours of one class in a row are one rectangle."""
    rows, columns = len(picture.classes), len(picture.classes[0])
    width, height = _SIDE / columns, _SIDE / rows
    drawn: dict[int, list[str]] = {}
    for row, numbers in enumerate(picture.classes):
        y, start = _TOP + _SIDE - (row + 1) * height, 0
        for column in range(1, columns + 1):
            if column == columns or numbers[column] != numbers[start]:
                run = (column - start) * width
                x = _LEFT + start * width
                drawn.setdefault(numbers[start], []).append(f"M{x:.4g} {y:.4g}h{run:.4g}v{height:.4g}h{-run:.4g}z")
                start = column
    return [Path(f"region c{number}", "".join(parts)) for number, parts in sorted(drawn.items())]


def _textures(picture: Regions) -> list[Path]:
    """Small marks of its class all over a region."""
    rows, columns = len(picture.classes), len(picture.classes[0])
    width, height = _SIDE / columns, _SIDE / rows
    drawn: dict[int, list[str]] = {}
    for row in range(_EVERY // 2, rows, _EVERY):
        for column in range(_EVERY // 2, columns, _EVERY):
            number = picture.classes[row][column]
            x, y = _LEFT + (column + 0.5) * width, _TOP + _SIDE - (row + 0.5) * height
            drawn.setdefault(number, []).append(mark(number, x, y, _TEXTURE))
    return [Path(f"texture c{number}", "".join(parts)) for number, parts in sorted(drawn.items())]


def _points(picture: Regions) -> list[Path]:
    drawn: dict[int, list[str]] = {}
    for point in picture.points:
        drawn.setdefault(point.label, []).append(mark(point.label, *_at(picture, point), _POINT))
    return [Path(f"point c{number}", "".join(parts)) for number, parts in sorted(drawn.items())]


def _missed(picture: Regions) -> list[Point]:
    """The points that lie in another class's region."""
    found = []
    for point in picture.points:
        row, column = _cell(picture, point)
        if picture.classes[row][column] != point.label:
            found.append(point)
    return found


def _rings(picture: Regions) -> list[Path]:
    rings = [mark(0, *_at(picture, point), 8.5) for point in _missed(picture)]
    return [Path("ring", "".join(rings))] if rings else []


def _missed_note(picture: Regions) -> str:
    missed = len(_missed(picture))
    if not missed:
        return ""
    return say_count(
        "{count:,} point lies in the region of another class.",
        "{count:,} points lie in regions of other classes.",
        missed,
    )


def _axes(picture: Regions) -> tuple[Axis, Axis]:
    return Axis(picture.x_low, picture.x_high), Axis(picture.y_low, picture.y_high)


def _frame(picture: Regions) -> list[Path]:
    x, y = _axes(picture)
    feet = "".join(f"M{_LEFT + _SIDE * x.share(tick):.1f} {_TOP + _SIDE:g}v5" for tick, _ in x.ticks())
    arms = "".join(f"M{_LEFT:g} {_TOP + _SIDE * (1 - y.share(tick)):.1f}h-5" for tick, _ in y.ticks())
    return [Path("axis", f"M{_LEFT:g} {_TOP:g}v{_SIDE:g}h{_SIDE:g}{feet}{arms}")]


def _labels(picture: Regions) -> list[Label]:
    x, y = _axes(picture)
    below = _TOP + _SIDE
    return [
        *(Label(_LEFT + _SIDE * x.share(tick), below + 16, text) for tick, text in x.ticks()),
        *(Label(_LEFT - 9, _TOP + _SIDE * (1 - y.share(tick)), text, "tick end") for tick, text in y.ticks()),
        Label(_LEFT + _SIDE / 2, below + 35, one_line(picture.x_label, 40), "name"),
        Label(9, _TOP + _SIDE / 2, one_line(picture.y_label, 40), "name", turned=True),
    ]


def _in_words(picture: Regions) -> str:
    cells = [number for row in picture.classes for number in row]
    words = [
        say(
            "{name}: {share:.0%} of the area, {points} of the points.",
            name=name_of(picture, number),
            share=cells.count(number) / len(cells),
            points=sum(point.label == number for point in picture.points),
        )
        for number in _present(picture)
    ]
    return " ".join([*words, _missed_note(picture)]).strip()
