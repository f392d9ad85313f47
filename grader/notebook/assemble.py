"""From a notebook to the Python file of one exercise."""

import re
from collections.abc import Sequence

from grader.course.exercise import Exercise
from grader.course.nearest import nearest
from grader.language import say
from grader.notebook.cells import Cell, NotANotebook, read_cells
from grader.notebook.magics import as_file, without_magics
from grader.notebook.places import begins, other

EVERY = "all"  # marks a cell that belongs to every exercise
_OURS = "  # %%"  # ends a line that stands in no cell
_MARK_LINE = re.compile(rb"\s*#+\s*grade\s*(?::|\xef\xbc\x9a)|# %% cell |[^#]*  # %%$", re.IGNORECASE)
_DISPLAY = "display = print"  # a notebook has it without an import
_DISPLAYS = re.compile(r"\bdisplay\s*\(")
_FUTURE = re.compile(r"from\s+__future__\s+import\s+[\w, ]+?\s*(?:#.*)?")  # must come before any statement
_MOVED = "# %%moved-up: "  # where such a line stood


class NoCell(NotANotebook):
    """The notebook has cells for other exercises, and none for this."""


def is_notebook(name: str) -> bool:
    return name.lower().endswith(".ipynb")


def python_of(content: bytes, exercise: Exercise, *, only_marked: bool = False) -> bytes:
    """The cells that are for ``exercise``, one after another, each after a line that names it.

    These are the cells marked for it, or all where none is marked for anything (not if ``only_marked``). Raises
    NotANotebook; NoCell where there is none for it.
    """
    cells = [cell for cell in read_cells(content) if any(line.strip() for line in cell.lines)]
    marked = {name for cell in cells for name in cell.marks}
    names = {exercise.name.lower(), exercise.id.lower(), exercise.number, f"ch{exercise.number}", EVERY}
    own = [cell for cell in cells if (not marked and not only_marked) or names & set(cell.marks)]
    if not own or (marked and marked & names <= {EVERY}):
        raise NoCell(_no_cell(exercise, sorted(marked), cells, names - {EVERY}))
    return "\n".join(_file([line for cell in _stub_first(own, exercise) for line in _lines(cell)])).encode() + b"\n"


def without_marks(python: bytes) -> bytes:
    """An assembled file as the student wrote it: to see whether it is still the stub."""
    kept = (line for line in python.split(b"\n") if not _MARK_LINE.match(line))
    return b"\n".join(line.removeprefix(_MOVED.encode()) for line in kept)


def _stub_first(cells: list[Cell], exercise: Exercise) -> list[Cell]:
    """A cell that is still the stub, a copy that was left behind, must not take the place of an answer above it."""
    if len(cells) == 1:
        return cells
    stub = _bare(exercise.stub.read_text(encoding="utf-8", errors="replace").splitlines())
    return sorted(cells, key=lambda cell: _bare(cell.lines) != stub)


def _bare(lines: Sequence[str]) -> list[str]:
    kept = (line.rstrip() for line in lines if not _MARK_LINE.match(line.encode()))
    return [line for line in kept if line]


def _file(lines: list[str]) -> list[str]:
    """What a notebook does that a file does not: it has ``display``, and every cell may import from the future."""
    displays = any(map(_DISPLAYS.search, lines))
    later = [line for line in lines if _FUTURE.fullmatch(line)]
    if not displays and (not later or _stands_first(later[0], lines)) and len(later) < 2:
        return lines
    moved = [_MOVED + line if _FUTURE.fullmatch(line) else line for line in lines]
    head = [line.partition("#")[0].rstrip() for line in dict.fromkeys(later)]
    return [*(line + _OURS for line in (*head, *([_DISPLAY] if displays else []))), *moved]


def _stands_first(future: str, lines: list[str]) -> bool:
    return next((line for line in lines if line.strip() and not line.startswith("#")), "") == future


def _lines(cell: Cell) -> list[str]:
    if cell.language:
        return [other(cell.number, cell.language)]
    return [begins(cell.number), *without_magics(as_file(cell.lines))]


def _no_cell(exercise: Exercise, marked: list[str], cells: list[Cell], names: set[str]) -> str:
    if not cells:
        return say("has no code cell.")
    late = ((cell.number, cell.late_mark(names)) for cell in cells)
    for number, line in ((number, line) for number, line in late if line is not None):
        return say(
            "has no cell for this exercise: the mark in line {line} of cell {number} counts only as a cell's first "
            "line. Split the cell there.",
            line=line,
            number=number,
        )
    near = nearest(exercise.name, [name for name in marked if name != EVERY], 1)
    if near:
        return say(
            "has no cell for this exercise; one is marked `{near}`. Is that it? Mark it `# grade: {name}`.",
            near=near[0][:60],
            name=exercise.name,
        )
    return say("has no cell for this exercise: begin one with the line `# grade: {name}`.", name=exercise.name)
