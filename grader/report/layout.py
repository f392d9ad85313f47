"""The storage behind a strided view, drawn as cells in rows, and as characters."""

from grader.language import say
from grader.report.cells import Cell, Cells, cells_of, heading
from grader.report.drawing import Drawing, Label, Path, Swatch
from grader.report.picture import Layout

_HEIGHT = 32.0
_TOP, _LEFT = 22.0, 34.0
_LETTER = 7.4  # the width of a letter in a cell
_ROUND = "M1 0h20v12h-20z"


def draw_layout(picture: Layout) -> Drawing:
    cells = cells_of(picture)
    if not cells.rows:
        return Drawing(
            "layout", heading(picture), say("The storage is empty."), 0, 0, note=say("The storage is empty.")
        )
    longest = max(len(line) for cell in cells for line in lines_of(cell))
    width = max(34.0, _LETTER * longest + 12)
    return Drawing(
        kind="layout",
        title=heading(picture),
        description=cells.describe(),
        width=_LEFT + width * len(cells.rows[0]) + 2,
        height=_TOP + _HEIGHT * len(cells.rows) + 2,
        paths=_boxes(cells, width),
        labels=[*_addresses(cells, width), *_elements(cells, width)],
        legend=_legend(cells),
        note=" ".join(cells.notes()[-1:]) if cells.left_out else "",
    )


def sketch_layout(picture: Layout, width: int) -> list[str]:
    """Rows of addresses, each above the elements that lie there."""
    cells = cells_of(picture)
    if not cells.rows:
        return [say("The storage is empty.")]
    texts = {cell.address: _text(cell) for cell in cells}
    wide = max(max(map(len, texts.values())), *(len(str(address)) for address in texts)) + 2
    across = cells.across if cells.across * wide <= width else max(1, width // wide)
    flat = list(cells)
    lines = []
    for begin in range(0, len(flat), across):
        row = flat[begin : begin + across]
        lines.append("".join(str(cell.address).ljust(wide) for cell in row).rstrip())
        lines.append("".join(texts[cell.address].ljust(wide) for cell in row).rstrip())
    return [*lines, *cells.notes()]


def lines_of(cell: Cell) -> list[str]:
    """What stands in a cell: its element, two, or the first and how many more."""
    if len(cell.elements) <= 2:
        return list(cell.elements) or [""]
    return [cell.elements[0], f"+{len(cell.elements) - 1}"]


def _text(cell: Cell) -> str:
    """ "[0,1]", "[0,2] [1,0]", "[0,0] +3"; an exclamation mark for what lies outside."""
    lines = lines_of(cell)
    shown = [line if line.startswith("+") else f"[{line}]" for line in lines if line]
    return ("" if cell.inside else "!") + (" ".join(shown) or "·")


def _boxes(cells: Cells, width: float) -> list[Path]:
    """One path a state."""
    drawn: dict[str, list[str]] = {}
    for row, line in enumerate(cells.rows):
        for column, cell in enumerate(line):
            x, y = _LEFT + column * width, _TOP + row * _HEIGHT
            drawn.setdefault(cell.state, []).append(f"M{x:g} {y:g}h{width:g}v{_HEIGHT:g}h{-width:g}z")
    return [Path(f"cell {state}", "".join(parts)) for state, parts in sorted(drawn.items())]


def _addresses(cells: Cells, width: float) -> list[Label]:
    """Above the first row its addresses, at the left of each further row its first."""
    above = [Label(_LEFT + (i + 0.5) * width, 11, str(cell.address)) for i, cell in enumerate(cells.rows[0])]
    beside = [
        Label(_LEFT - 7, _TOP + (i + 0.5) * _HEIGHT, str(row[0].address), "tick end")
        for i, row in enumerate(cells.rows)
    ]
    return above + beside[1:]


def _elements(cells: Cells, width: float) -> list[Label]:
    labels = []
    for row, line in enumerate(cells.rows):
        for column, cell in enumerate(line):
            texts = lines_of(cell)
            x, y = _LEFT + (column + 0.5) * width, _TOP + (row + 0.5) * _HEIGHT
            for index, text in enumerate(texts):
                off = (index - (len(texts) - 1) / 2) * 13
                labels.append(Label(x, y + off, text, f"num in-{cell.state}"))
    return [label for label in labels if label.text]


def _legend(cells: Cells) -> list[Swatch]:
    names = {
        "used": say("index of the element that lies here"),
        "shared": say("several elements"),
        "unused": say("not used"),
        "outside": say("outside of the storage"),
    }
    present = {cell.state for cell in cells}
    return [Swatch(f"cell {state}", name, _ROUND) for state, name in names.items() if state in present]
