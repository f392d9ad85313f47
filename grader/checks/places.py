"""Where two tensors differ, cut to the smallest printing that shows it."""

from collections.abc import Sequence

import torch
from torch import Tensor

from grader.checks.digits import decimals, side_by_side
from grader.language import say

WHOLE = 16  # values up to this many elements are shown whole


class Places:
    """The places of a boolean tensor that are true: a box around them when it is small, else the first."""

    def __init__(self, wrong: Tensor) -> None:
        self._shape = wrong.shape
        self._wrong = wrong
        self._box = self._small_box(wrong)

    @property
    def where(self) -> str | None:
        """``index (0, 2)`` or ``[0:2, 3:5]``; None when the whole value is shown and most of it is wrong."""
        if not self._shape:
            return None
        if int(self._wrong.sum()) == 1 or self._box is None:
            return self.index_text(int(self._wrong.flatten().int().argmax()), self._shape)
        slices = [f"{part.start}:{part.stop}" for part in self._box]
        whole = all(part.start == 0 and part.stop == size for part, size in zip(self._box, self._shape, strict=True))
        return None if whole else f"[{', '.join(slices)}]"

    def pair(self, expected: Tensor, actual: Tensor, dtype: torch.dtype = torch.float64) -> tuple[str, str]:
        """Both values as text where they differ, with as many digits as it takes to tell them apart.

        ``dtype`` is the one that they had before they were made wide.
        """
        if self._wrong.numel() <= WHOLE:
            e, a, wrong = expected, actual, self._wrong
        elif self._box is not None:
            e, a, wrong = expected[self._box], actual[self._box], self._wrong[self._box]
        else:
            first = int(self._wrong.flatten().int().argmax())
            e, a, wrong = expected.flatten()[first], actual.flatten()[first], torch.ones((), dtype=torch.bool)
        return side_by_side(decimals(e, dtype), decimals(a, dtype), wrong.tolist())

    @staticmethod
    def index_text(flat: int, shape: Sequence[int]) -> str:
        """``index (0, 2)`` of a flat position."""
        index = torch.unravel_index(torch.tensor(flat), tuple(shape))
        return say("index {index}", index=str(tuple(int(i) for i in index)))

    @staticmethod
    def _small_box(wrong: Tensor) -> tuple[slice, ...] | None:
        if not wrong.dim():
            return None
        found = wrong.nonzero()
        low, high = found.min(0).values.tolist(), found.max(0).values.tolist()
        box = tuple(slice(a, b + 1) for a, b in zip(low, high, strict=True))
        count = 1
        for part in box:
            count *= part.stop - part.start
        return box if count <= WHOLE else None
