"""The cells of a storage and which elements of a view lie in them: what terminal and SVG pictures share."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product
from typing import Literal

from grader.language import say, say_count
from grader.report.picture import Layout
from grader.report.text import one_line

_MOST_ELEMENTS = 4_096
_MOST_CELLS = 96  # drawn
_MOST_TOLD = 6  # elements of one cell, in words
_ONE_ROW = 16  # as many cells stand in one row

State = Literal["used", "shared", "unused", "outside"]


@dataclass(frozen=True, slots=True)
class Cell:
    """``elements``: the indexes of those that lie here, in words: "0,1"."""

    address: int
    elements: tuple[str, ...]
    inside: bool  # of the storage

    @property
    def state(self) -> State:
        if not self.inside:
            return "outside"
        return "unused" if not self.elements else "used" if len(self.elements) == 1 else "shared"


@dataclass(frozen=True, slots=True)
class Cells:
    """``rows`` of cells, each ``across`` long but the last. ``left_out`` cells are not among them."""

    rows: list[list[Cell]]
    across: int
    left_out: int
    elements: int

    def __iter__(self) -> Iterator[Cell]:
        return (cell for row in self.rows for cell in row)

    def count(self, state: State) -> int:
        return sum(cell.state == state for cell in self)

    def describe(self) -> str:
        """What lies where, in words."""
        words = [
            say(
                "Cell {address}: {elements}.",
                address=cell.address,
                elements=_told(cell.elements),
            )
            for cell in self
            if cell.elements
        ]
        return " ".join([*self.notes(), *words])

    def notes(self) -> list[str]:
        """What is worth a sentence."""
        shared, unused, outside = (self.count(state) for state in ("shared", "unused", "outside"))
        notes = []
        if shared:
            notes.append(
                say_count(
                    "{count:,} cell holds several elements.", "{count:,} cells hold several elements each.", shared
                )
            )
        if unused:
            notes.append(say_count("{count:,} cell is not used.", "{count:,} cells are not used.", unused))
        if outside:
            notes.append(
                say_count(
                    "{count:,} cell lies outside of the storage.",
                    "{count:,} cells lie outside of the storage.",
                    outside,
                )
            )
        if self.left_out:
            notes.append(say_count("{count:,} more cell.", "{count:,} more cells.", self.left_out))
        return notes


def heading(picture: Layout) -> str:
    """ "yours: shape (2, 3), stride (2, 1), offset 0"."""
    return say(
        "{title}: shape {shape}, stride {stride}, offset {offset}",
        title=one_line(picture.title),
        shape=_numbers(picture.shape),
        stride=_numbers(picture.stride),
        offset=picture.offset,
    )


def cells_of(picture: Layout) -> Cells:
    """The cells from the first to the last that there are or that are used, at most about a hundred."""
    held = _held(picture)
    first, end = min([0, *held]), max([picture.cells - 1, *held]) + 1
    across = _across(picture, end - first)
    start = first
    if end - first > _MOST_CELLS and held:  # begin with the row of the first that is used
        start = first + (min(held) - first) // across * across
    shown = range(start, min(end, start + _MOST_CELLS))
    cells = [Cell(address, tuple(held.get(address, ())), 0 <= address < picture.cells) for address in shown]
    rows = [cells[begin : begin + across] for begin in range(0, len(cells), across)]
    return Cells(rows, across, end - first - len(cells), math.prod(picture.shape))


def _held(picture: Layout) -> dict[int, list[str]]:
    """Address -> the elements there."""
    held: dict[int, list[str]] = {}
    for index in islice(product(*map(range, picture.shape)), _MOST_ELEMENTS):
        address = picture.offset + sum(i * step for i, step in zip(index, picture.stride, strict=True))
        held.setdefault(address, []).append(",".join(map(str, index)))
    return held


def _across(picture: Layout, count: int) -> int:
    """One row where all fit; else rows as long as a stride, so that steps along a dimension go straight down."""
    if count <= _ONE_ROW:
        return max(count, 1)
    fitting = [abs(step) for size, step in zip(picture.shape, picture.stride, strict=True) if size > 1]
    return max([step for step in fitting if 4 <= step <= _ONE_ROW], default=12)


def _numbers(values: list[int]) -> str:
    return f"({values[0]},)" if len(values) == 1 else f"({', '.join(f'{value}' for value in values)})"


def _told(elements: tuple[str, ...]) -> str:
    """ "(0,1), (1,0)"; of many the first and how many more."""
    told = say(", ").join(f"({index})" for index in elements[:_MOST_TOLD])
    more = len(elements) - _MOST_TOLD
    return told if more <= 0 else say("{elements} and {more:,} more", elements=told, more=more)
