"""What a comparison is told by: how close is close enough, and the first thing that differs."""

from dataclasses import dataclass

import torch

from grader.checks.finding import Picture, Rung
from grader.language import say

# rtol and atol by dtype, as torch.testing documents them; every other dtype is compared exactly.
_TOLERANCES = {
    torch.float16: (1e-3, 1e-5),
    torch.bfloat16: (1.6e-2, 1e-5),
    torch.float32: (1.3e-6, 1e-5),
    torch.float64: (1e-7, 1e-7),
    torch.complex32: (1e-3, 1e-5),
    torch.complex64: (1.3e-6, 1e-5),
    torch.complex128: (1e-7, 1e-7),
}


@dataclass(frozen=True, slots=True)
class Tolerance:
    """``|actual - expected| <= atol + rtol * |expected|``; None: the default of the dtype."""

    rtol: float | None = None
    atol: float | None = None
    equal_nan: bool = False

    def of(self, *dtypes: torch.dtype) -> tuple[float, float]:
        """rtol and atol for values of these dtypes: the widest default, or what was asked."""
        if self.rtol is not None or self.atol is not None:
            return self.rtol or 0.0, self.atol or 0.0
        defaults = [_TOLERANCES.get(dtype, (0.0, 0.0)) for dtype in dtypes]
        return max(rtol for rtol, _ in defaults), max(atol for _, atol in defaults)


DEFAULT_TOLERANCE = Tolerance()


@dataclass(frozen=True, slots=True)
class Mismatch:
    """The first difference. ``phrase`` completes "`f` returns …" (``noun``) or "`f` is …"."""

    rung: Rung
    phrase: str
    path: str = ""
    noun: bool = True
    expected: str | None = None
    actual: str | None = None
    where: str | None = None
    details: tuple[str, ...] = ()
    pictures: tuple[Picture, ...] = ()
    part: "Mismatch | None" = None  # the first element that differs, where a short list is told as a whole

    @property
    def first(self) -> "Mismatch":
        """The element that differs."""
        return self.part or self


def instead(rung: Rung, actual: str, expected: str, path: str) -> Mismatch:
    """One text in the other's place."""
    return Mismatch(
        rung, say("{actual} instead of {asked}", actual=actual, asked=expected), path, True, expected, actual
    )
