"""Misunderstandings: when the student's values are those of a known wrong answer, its hint says more than any number.

The wrong answers that the failing check is known to catch run in the same check with the same seed, so on the same
input, each in a worker of its own. When exactly one of them gives the student's value, it is named. One that gives
another value is not what the student wrote, and is asked about no further check: else a file that fails everywhere
would be graded many times over.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
import torch

from grader.checks.finding import Facts
from grader.judge.wrong_answers import WrongAnswer

_TOLERANCE = {torch.float16: 1e-2, torch.bfloat16: 2e-2, torch.float32: 1e-4, torch.float64: 1e-7}


class Suspects:
    """The known wrong answers that one student's file may be, over the checks of an exercise."""

    def __init__(self, known: Iterable[WrongAnswer]) -> None:
        self._left = [answer for answer in known if answer.hint]

    def misunderstanding(self, facts: Facts, check_id: str, run: Callable[[WrongAnswer], Facts | None]) -> str | None:
        """The hint of the one wrong answer in whose run the check finds the same as in ``facts``; else None.

        ``run`` gives what the check finds about a wrong answer, None where it finds nothing.
        """
        if facts.actual is None and "value" not in facts.data:
            return None
        same = []
        for answer in [answer for answer in self._left if check_id in answer.fails]:
            found = run(answer)
            if found is None:
                continue
            if same_finding(facts, found):
                same.append(answer)
            else:
                self._left.remove(answer)
        return same[0].hint if len(same) == 1 else None


def same_finding(ours: Facts, other: Facts) -> bool:
    """Whether two findings of one check show the same wrong value."""
    if ours.rung != other.rung:
        return False
    if "value" in ours.data and "value" in other.data:
        if not _same_inputs(ours.data, other.data):
            return False
        return same_value(ours.data["value"], other.data["value"])
    return (ours.actual, ours.where) == (other.actual, other.where)


def _same_inputs(ours: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """A helper may have shrunk the input, for each of the two to its own smallest."""
    return all(same_value(ours.get(key), other.get(key)) for key in ("args", "kwargs"))


def same_value(a: object, b: object) -> bool:
    """Equal within rounding: tensors and arrays of one shape and dtype, numbers, and what is built of them."""
    if type(a) is not type(b):
        return False
    if isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor):
        return _same_tensor(a, b)
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        return a.dtype == b.dtype and a.shape == b.shape and _same_array(a, b)
    if isinstance(a, float | complex) and isinstance(b, float | complex):
        return bool(np.isclose(a, b, rtol=1e-7, atol=1e-9, equal_nan=True))
    if isinstance(a, list | tuple) and isinstance(b, list | tuple):
        return len(a) == len(b) and all(map(same_value, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same_value(a[key], b[key]) for key in a)
    return a is None or (isinstance(a, bool | int | str | bytes) and a == b)


def _same_tensor(a: torch.Tensor, b: torch.Tensor) -> bool:
    if a.dtype != b.dtype or a.shape != b.shape or a.layout != b.layout:
        return False
    tolerance = _TOLERANCE.get(a.dtype, 1e-5) if a.is_floating_point() or a.is_complex() else 0.0
    dense = a.layout == torch.strided
    a, b = (t.detach() if dense else t.detach().to_dense() for t in (a, b))
    return torch.allclose(a, b, rtol=tolerance, atol=tolerance * 1e-2, equal_nan=True)


def _same_array(a: "np.ndarray[Any, Any]", b: "np.ndarray[Any, Any]") -> bool:
    if a.dtype.kind in "fc":
        return bool(np.allclose(a, b, rtol=1e-5, atol=1e-7, equal_nan=True))
    return bool(np.array_equal(a, b))
