"""Axes: the range of what is drawn, ticks at round numbers, and where on a line a number lies."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from grader.report.numbers import value

LARGEST = 1e200  # beyond it differences overflow; drawn as if not finite


@dataclass(frozen=True, slots=True)
class Axis:
    low: float
    high: float
    logarithmic: bool = False

    def share(self, number: float) -> float:
        """Where the number lies between low (0) and high (1)."""
        low, high = self._place(self.low), self._place(self.high)
        return (self._place(number) - low) / (high - low)

    def ticks(self, most: int = 5) -> list[tuple[float, str]]:
        """Round numbers on the axis and how they are written."""
        if self.logarithmic:
            return [
                (number, value(number) if 1e-3 <= number < 1e4 else f"1e{round(math.log10(number))}".replace("-", "−"))
                for number in self._decades(most)
            ]
        return [(number, value(number)) for number in self._steps(most)]

    def _place(self, number: float) -> float:
        return math.log10(number) if self.logarithmic else number

    def _steps(self, most: int) -> list[float]:
        step = _round_step((self.high - self.low) / most)
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return [index * step for index in range(first, last + 1)]

    def _decades(self, most: int) -> list[float]:
        first, last = math.ceil(math.log10(self.low) - 1e-9), math.floor(math.log10(self.high) + 1e-9)
        stride = max(1, math.ceil((last - first + 1) / most))
        return [10.0**exponent for exponent in range(first, last + 1, stride)]


def axis(numbers: Iterable[float], *, may_be_logarithmic: bool = False, rounded: bool = False) -> Axis:
    """An axis that holds all numbers. It may be logarithmic where they are positive and span three decades; rounded, it
    begins and ends at a tick.
    """
    numbers = [number for number in numbers if abs(number) <= LARGEST]
    low, high = min(numbers, default=0.0), max(numbers, default=1.0)
    if may_be_logarithmic and low > 1e-200 and high / low >= 1e3:
        return Axis(10.0 ** math.floor(math.log10(low)), 10.0 ** math.ceil(math.log10(high)), logarithmic=True)
    if high - low <= 1e-9 * max(abs(low), abs(high), 1e-280):
        pad = abs(low) / 2 or 0.5
        return Axis(low - pad, high + pad)
    low = 0.0 if 0 <= low < high / 4 else low
    return _rounded(low, high) if rounded else Axis(low, high)


def _rounded(low: float, high: float) -> Axis:
    step = _round_step((high - low) / 5)
    return Axis(math.floor(low / step + 1e-9) * step, math.ceil(high / step - 1e-9) * step)


def _round_step(rough: float) -> float:
    """The next of 1, 2, 2.5, 5, 10 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(rough))
    return next(step * power for step in (1, 2, 2.5, 5, 10) if step * power >= rough * (1 - 1e-9))
