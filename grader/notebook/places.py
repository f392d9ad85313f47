"""Which cell a line of an assembled file is of. The file says it itself, so that it can be stored as any other."""

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache

from grader.notebook.magics import LEFT_OUT

_BEGINS = re.compile(r"# %% cell (\d{1,7})")
_OTHER = re.compile(r"# %% cell (\d{1,7}): left out: (.*)")


@dataclass(frozen=True, slots=True)
class CellPlace:
    """A line of a code cell, both counted from 1."""

    cell: int
    line: int


def begins(cell: int) -> str:
    """The line before a cell's first."""
    return f"# %% cell {cell}"


def other(cell: int, language: str) -> str:
    """The line in the place of a cell in another language."""
    return f"# %% cell {cell}: left out: %%{language}"


def place_of(content: bytes, line: int) -> CellPlace | None:
    """Where line ``line`` of an assembled file stood in its notebook; None before the first cell."""
    starts = _starts(content)
    index = bisect_right([start for start, _ in starts], line) - 1
    if index < 0:
        return None
    start, cell = starts[index]
    return CellPlace(cell, max(1, line - start))


def left_out(content: bytes) -> list[tuple[CellPlace, str]]:
    """What was taken out of the notebook because it is no Python, and where it stood."""
    found = []
    for number, line in enumerate(_lines(content), start=1):
        whole = _OTHER.fullmatch(line)
        bare = line.strip().removeprefix("pass  ")
        if whole:
            found.append((CellPlace(int(whole[1]), 1), whole[2]))
        elif bare.startswith(LEFT_OUT) and (place := place_of(content, number)) is not None:
            found.append((place, bare.removeprefix(LEFT_OUT)))
    return found


@lru_cache(maxsize=4)
def _starts(content: bytes) -> tuple[tuple[int, int], ...]:
    """(line of the mark, number of the cell) of every cell."""
    found = ((number, _BEGINS.fullmatch(line)) for number, line in enumerate(_lines(content), start=1))
    return tuple((number, int(match[1])) for number, match in found if match is not None)


def _lines(content: bytes) -> list[str]:
    return re.split(r"\r\n|\r|\n", content.decode("utf-8", errors="replace"))
