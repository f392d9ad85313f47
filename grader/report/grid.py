"""A heat map as a rectangle of levels, small enough to be drawn: what terminal and SVG pictures share."""

import math
from dataclasses import dataclass

from grader.language import say, say_count
from grader.report.numbers import value
from grader.report.picture import HeatMap

STEPS = 4  # levels run from -STEPS to STEPS around zero, or from 0 to STEPS

Cells = list[list[float | None]]


@dataclass(frozen=True, slots=True)
class Grid:
    """``cells`` is rectangular, row-major. Where the matrix was too large, a cell stands for a ``block`` of it."""

    cells: Cells
    rows: int  # of the matrix itself
    columns: int
    block: tuple[int, int]
    low: float  # the ends of the scale
    high: float
    not_finite: int
    least: float  # the smallest and the largest value; the scale may be wider
    most: float

    @property
    def diverging(self) -> bool:
        """Whether the colours part at zero: there are negative values, and they are not all of about one size."""
        return self.low < 0 and self.high > self.low / 2

    @property
    def constant(self) -> bool:
        """Whether all values are one, up to rounding: a ratio that is 4 everywhere must not be drawn as noise."""
        return self.high - self.low <= 1e-6 * max(abs(self.low), abs(self.high))

    @property
    def reduced(self) -> bool:
        return self.block != (1, 1)

    def level(self, number: float) -> int:
        """-4 … 4 around zero where both signs occur, else 0 (the smallest) … 4 (the largest)."""
        if self.constant:
            return 0 if self.low == 0 else STEPS // 2
        if self.diverging:
            return round(STEPS * (number / max(-self.low, self.high)))
        return round(STEPS * ((number - self.low) / (self.high - self.low)))

    def describe(self, *, with_values: bool) -> str:
        """The picture in words, for those who do not see it."""
        words = [
            say(
                "A matrix of {rows} and {columns}.",
                rows=say_count("{count:,} row", "{count:,} rows", self.rows),
                columns=say_count("{count:,} column", "{count:,} columns", self.columns),
            )
        ]
        if self.not_finite < self.rows * self.columns:
            words.append(
                say("The smallest value is {low}, the largest {high}.", low=value(self.least), high=value(self.most))
            )
        if self.not_finite:
            words.append(say_count("{count:,} value not finite.", "{count:,} values not finite.", self.not_finite))
        if with_values:
            rows = (", ".join(map(value, row)) for row in self.cells)
            words += [say("Row {index}: {row}.", index=index, row=row) for index, row in enumerate(rows)]
        return " ".join(words)


def grid(picture: HeatMap, most: int, scale: tuple[float, float] | None = None) -> Grid:
    """The picture with at most ``most`` cells a side. Rows of unequal length are filled with "not finite".

    ``scale``: its ends, where other pictures share it; they enclose all values.
    """
    columns = max((len(row) for row in picture.values), default=0)
    cells: Cells = [[*row, *[None] * (columns - len(row))] for row in picture.values] if columns else []
    finite = [number for row in cells for number in row if number is not None]
    block = (_blocks(len(cells), most), _blocks(columns, most))
    least, largest = min(finite, default=0.0), max(finite, default=0.0)
    low, high = scale or (least, largest)
    return Grid(
        cells=_reduced(cells, block),
        rows=len(cells),
        columns=columns,
        block=block,
        low=low,
        high=high,
        not_finite=len(cells) * columns - len(finite),
        least=least,
        most=largest,
    )


def _blocks(size: int, most: int) -> int:
    return max(1, math.ceil(size / most))


def _reduced(cells: Cells, block: tuple[int, int]) -> Cells:
    if block == (1, 1):
        return cells
    height, width = block
    return [
        [_extreme(cells, top, left, block) for left in range(0, len(cells[0]), width)]
        for top in range(0, len(cells), height)
    ]


def _extreme(cells: Cells, top: int, left: int, block: tuple[int, int]) -> float | None:
    """The value of largest magnitude of a block: one wrong value must not vanish in an average."""
    numbers = [number for row in cells[top : top + block[0]] for number in row[left : left + block[1]]]
    finite = [number for number in numbers if number is not None]
    return max(finite, key=abs) if len(finite) == len(numbers) else None
