"""Two values side by side, each number with the fewest digits that tell it from its counterpart, but at least four."""

import math
from typing import Any

import torch
from torch import Tensor

from grader.checks.kinds import is_tensor
from grader.checks.render import bracketed, literal

_DIGITS = range(4, 18)  # with 17, two different floats never look equal
_NARROW = (torch.float32, torch.float16, torch.bfloat16)


def side_by_side(expected: Any, actual: Any, wrong: Any = True) -> tuple[str, str]:
    """Both values as text: tensors, numbers, or nested lists and tuples, compared number by number.

    Numbers of a narrow dtype are written as the dtype itself would write them: 0.3 in float32, not 0.300000012.
    ``wrong``, nested alike, is false where a difference is not worth further digits (rounding, say).
    """
    expected, actual = (decimals(v, v.dtype) if is_tensor(v) else v for v in (expected, actual))
    if _is_sequence(expected) and _is_sequence(actual) and len(expected) == len(actual):
        flags = wrong if isinstance(wrong, list) else [wrong] * len(expected)
        parts = [side_by_side(e, a, flag) for e, a, flag in zip(expected, actual, flags, strict=True)]
        return bracketed(type(expected), [e for e, _ in parts]), bracketed(type(actual), [a for _, a in parts])
    short = literal(expected), literal(actual)
    pairs = ((literal(expected, digits), literal(actual, digits)) for digits in _DIGITS) if wrong else ()
    return next((pair for pair in pairs if pair[0] != pair[1]), short)


def decimals(values: Tensor, dtype: torch.dtype) -> Any:
    """``values`` as nested lists; of a narrow dtype each as the shortest decimal fraction that is the same in it."""
    listed = values.detach().tolist()
    return _shortest(listed, dtype) if dtype in _NARROW else listed


def _shortest(value: Any, dtype: torch.dtype) -> Any:
    if isinstance(value, list):
        return [_shortest(item, dtype) for item in value]
    if not math.isfinite(value):
        return value
    shorter = (float(f"{value:.{digits}g}") for digits in range(1, 10))
    return next((short for short in shorter if torch.tensor(short, dtype=dtype).item() == value), value)


def _is_sequence(value: Any) -> bool:
    return type(value) in (list, tuple)
