"""From a notebook to the Python file of one exercise."""

import re

from grader.course.exercise import Exercise
from grader.course.nearest import nearest
from grader.language import say
from grader.notebook.cells import Cell, NotANotebook, read_cells
from grader.notebook.magics import without_magics
from grader.notebook.places import begins, other

EVERY = "all"  # marks a cell that belongs to every exercise
_MARK_LINE = re.compile(rb"\s*#\s*grade\s*:|# %% cell |display = print  # %%", re.IGNORECASE)
_DISPLAY = "display = print  # %%"  # a notebook has it without an import
_DISPLAYS = re.compile(r"\bdisplay\s*\(")
_FUTURE = re.compile(r"from\s+__future__\s+import\b")  # must come before any statement


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
        raise NoCell(_no_cell(exercise, sorted(marked), bool(cells)))
    lines = [line for cell in own for line in _lines(cell)]
    if any(map(_DISPLAYS.search, lines)) and not any(map(_FUTURE.match, lines)):
        lines.insert(0, _DISPLAY)
    return "\n".join(lines).encode() + b"\n"


def without_marks(python: bytes) -> bytes:
    """An assembled file as the student wrote it: to see whether it is still the stub."""
    return b"\n".join(line for line in python.split(b"\n") if not _MARK_LINE.match(line))


def _lines(cell: Cell) -> list[str]:
    if cell.language:
        return [other(cell.number, cell.language)]
    return [begins(cell.number), *without_magics(cell.lines)]


def _no_cell(exercise: Exercise, marked: list[str], any_cells: bool) -> str:
    if not any_cells:
        return say("has no code cell.")
    near = nearest(exercise.name, [name for name in marked if name != EVERY], 1)
    if near:
        return say(
            "has no cell for this exercise; one is marked `{near}`. Is that it? Mark it `# grade: {name}`.",
            near=near[0][:60],
            name=exercise.name,
        )
    return say("has no cell for this exercise: begin one with the line `# grade: {name}`.", name=exercise.name)
