"""Two values compared: the first thing that differs, in the order type, dtype, device, shape, non-finite, value.

The semantics are those of ``torch.testing.assert_close``: dtype, device and shape must agree, nothing is broadcast, and
the default tolerances are those of the dtype.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
import torch
from torch import Tensor

from grader.checks import margin, patterns
from grader.checks.digits import side_by_side
from grader.checks.entries import compare_entries, wide
from grader.checks.finding import Rung
from grader.checks.kinds import is_array, is_number, is_remote, is_tensor
from grader.checks.mismatch import DEFAULT_TOLERANCE, Mismatch, Tolerance, instead
from grader.checks.render import describe, dtype_name, literal, number, shape_text
from grader.language import noted, say

_DEPTH = 20
_WHOLE = 8  # plain values of a list or tuple that are shown together


def find_mismatch(
    actual: Any,
    expected: Any,
    tolerance: Tolerance = DEFAULT_TOLERANCE,
    sizes: Mapping[str, int] | None = None,
    path: str = "",
    depth: int = _DEPTH,
) -> Mismatch | None:
    """The first difference between two values, tensors, arrays or nested containers of these; None when there is none.

    ``sizes`` names numbers that a constant factor may come from ("the batch size" -> 4).
    """
    if depth <= 0:
        raise ValueError("the expected value is nested too deeply, or contains itself")
    if isinstance(expected, Tensor):
        return _tensors(actual, expected, tolerance, sizes, path)
    if isinstance(expected, np.ndarray):
        return _arrays(actual, expected, tolerance, sizes, path)
    if isinstance(expected, bool | int | float | complex | np.generic):
        return _numbers(actual, expected, tolerance, path)
    if isinstance(expected, Mapping):
        return _mappings(actual, expected, tolerance, sizes, path, depth)
    if isinstance(expected, Sequence) and not isinstance(expected, str | bytes | torch.Size):
        return _sequences(actual, expected, tolerance, sizes, path, depth)
    return _objects(actual, expected, path)


def _wrong_type(actual: Any, asked: str, path: str, *details: str) -> Mismatch:
    return Mismatch(
        "type", say("{actual} instead of {asked}", actual=describe(actual), asked=asked), path, details=details
    )


def _tensors(
    actual: Any, expected: Tensor, tolerance: Tolerance, sizes: Mapping[str, int] | None, path: str
) -> Mismatch | None:
    if not is_tensor(actual):
        hint = (
            say("None comes of a function without `return`, and of the `.grad` of a tensor that no gradient reached.")
            if actual is None
            else ""
        )
        asked = say("a tensor of shape {shape}", shape=shape_text(expected.shape))
        return _wrong_type(actual, asked, path, *([hint] if hint else []))
    if actual.layout is not expected.layout:
        return Mismatch(
            "type",
            say("a tensor of layout {actual} instead of {asked}", actual=actual.layout, asked=expected.layout),
            path,
        )
    if actual.dtype is not expected.dtype:
        return _dtypes(actual.dtype, expected.dtype, path)
    if actual.device != expected.device:
        return Mismatch(
            "device",
            say("a tensor on {actual} instead of {asked}", actual=actual.device, asked=expected.device),
            path,
        )
    if actual.shape != expected.shape:
        return _shapes(actual, expected, path)
    if expected.device.type == "meta":
        return None
    return compare_entries(wide(actual), wide(expected), tolerance, expected.dtype, sizes, path)


def _arrays(
    actual: Any,
    expected: "np.ndarray[Any, Any]",
    tolerance: Tolerance,
    sizes: Mapping[str, int] | None,
    path: str,
) -> Mismatch | None:
    if not is_array(actual):
        return _wrong_type(actual, say("a NumPy array of shape {shape}", shape=shape_text(expected.shape)), path)
    if actual.dtype != expected.dtype:
        return _dtypes(actual.dtype, expected.dtype, path)
    if expected.dtype.kind not in "biufc":
        same = actual.shape == expected.shape and bool((actual == expected).all())
        return None if same else Mismatch("value", say("an array of other entries"), path)
    a, e = torch.from_numpy(actual.copy()), torch.from_numpy(expected.copy())
    if a.shape != e.shape:
        return _shapes(a, e, path, noted("an array of shape {actual} instead of {asked}"))
    return compare_entries(wide(a), wide(e), tolerance, e.dtype, sizes, path)


def _dtypes(actual: object, expected: object, path: str) -> Mismatch:
    hint = ""
    if "float64" in str(actual) and "float32" in str(expected):
        hint = say("float64 is NumPy's default, and what a Python list of NumPy numbers becomes.")
    parts = {"actual": dtype_name(actual), "asked": dtype_name(expected)}
    if isinstance(actual, torch.dtype):
        phrase = say("a tensor of dtype {actual} instead of {asked}", **parts)
    else:
        phrase = say("an array of dtype {actual} instead of {asked}", **parts)
    return Mismatch(
        "dtype", phrase, path, True, dtype_name(expected), dtype_name(actual), details=(hint,) if hint else ()
    )


def _shapes(
    actual: Tensor,
    expected: Tensor,
    path: str,
    template: str = noted("a tensor of shape {actual} instead of {asked}"),
) -> Mismatch:
    a, e = shape_text(actual.shape), shape_text(expected.shape)
    hint = patterns.reshaped(actual, expected)
    return Mismatch(
        "shape",
        say(template, actual=a, asked=e),
        path,
        True,
        e,
        a,
        details=(hint,) if hint else (),
    )


def _numbers(actual: Any, expected: Any, tolerance: Tolerance, path: str) -> Mismatch | None:
    a, e = _plain(actual), _plain(expected)
    if not is_number(a):
        return _wrong_type(a, describe(e), path, _number_hint(a))
    if type(a) is not type(e):
        return Mismatch("type", say("{actual} instead of {asked}", actual=describe(a), asked=describe(e)), path)
    if isinstance(e, bool) or (isinstance(e, int) and tolerance.rtol is None and tolerance.atol is None):
        return None if a == e else instead("value", number(a), number(e), path)
    rtol, atol = tolerance.of(torch.float64)
    a64, e64 = torch.tensor(complex(a), dtype=torch.complex128), torch.tensor(complex(e), dtype=torch.complex128)
    if bool(torch.isclose(a64, e64, rtol, atol, tolerance.equal_nan)):
        margin.note(a64, e64, rtol, atol)
        return None
    rung: Rung = "value" if bool(a64.isfinite()) or not bool(e64.isfinite()) else "non_finite"
    asked, found = side_by_side(e, a)
    return instead(rung, found, asked, path)


def _number_hint(actual: Any) -> str:
    if is_tensor(actual) and actual.dim() == 0:
        return say("`.item()` makes a Python number of a tensor with one element.")
    return ""


def _plain(value: Any) -> Any:
    return value.item() if issubclass(type(value), np.generic) else value


def _mappings(
    actual: Any,
    expected: Mapping[Any, Any],
    tolerance: Tolerance,
    sizes: Mapping[str, int] | None,
    path: str,
    depth: int,
) -> Mismatch | None:
    if not isinstance(actual, Mapping):
        return _wrong_type(actual, describe(dict(expected)), path)
    if is_remote(actual):
        actual = {key: actual[key] for key in islice(actual, len(expected) + 1)}
    missing = [key for key in expected if key not in actual]
    if missing:
        return Mismatch(
            "value",
            say("a dict without the key {key}", key=literal(missing[0])),
            path,
            True,
            *_keys(expected, actual),
        )
    extra = [key for key in actual if key not in expected]
    if extra:
        return Mismatch(
            "value",
            say("a dict with the key {key} too many", key=literal(extra[0])),
            path,
            True,
            *_keys(expected, actual),
        )
    parts = (
        find_mismatch(actual[key], value, tolerance, sizes, f"{path}[{literal(key)}]", depth - 1)
        for key, value in expected.items()
    )
    return next((part for part in parts if part), None)


def _keys(expected: Mapping[Any, Any], actual: Mapping[Any, Any]) -> tuple[str, str]:
    return say("keys {keys}", keys=literal(list(expected))), say("keys {keys}", keys=literal(list(actual)))


def _sequences(
    actual: Any,
    expected: Sequence[Any],
    tolerance: Tolerance,
    sizes: Mapping[str, int] | None,
    path: str,
    depth: int,
) -> Mismatch | None:
    asked = describe(tuple(expected) if isinstance(expected, tuple) else list(expected))
    if not isinstance(actual, list | tuple):
        wrong = _wrong_type(actual, asked, path)
        return replace(wrong, expected=literal(expected), actual=literal(actual)) if actual is None else wrong
    if is_remote(actual):
        actual = list(islice(actual, len(expected) + 1))
    if len(actual) != len(expected):
        return Mismatch(
            "shape",
            say("{actual} instead of {asked}", actual=describe(actual), asked=asked),
            path,
            True,
            literal(expected),
            literal(actual),
        )
    parts = (
        find_mismatch(a, e, tolerance, sizes, f"{path}[{index}]", depth - 1)
        for index, (a, e) in enumerate(zip(actual, expected, strict=True))
    )
    first = next((part for part in parts if part), None)
    if first is None or not (_is_short(actual) and _is_short(expected)):
        return first
    differs = [find_mismatch(a, e, tolerance) is not None for a, e in zip(actual, expected, strict=True)]
    return _whole(first, actual, expected, differs, path)


def _is_short(values: Sequence[Any]) -> bool:
    """Few numbers, which are read more easily all together than one at a time. Not strings: they may be blanked."""
    kinds = {type(_plain(value)) for value in values}
    return len(values) <= _WHOLE and kinds <= {bool, int, float, type(None)}


def _whole(part: Mismatch, actual: Sequence[Any], expected: Sequence[Any], differs: list[bool], path: str) -> Mismatch:
    """Both sequences, with as many digits as it takes to see what differs; ``part`` is their first difference."""
    if part.rung == "type":
        return part
    kind = tuple if isinstance(expected, tuple) else list
    asked, found = side_by_side(kind(expected), kind(actual), differs)
    return replace(instead(part.rung, found, asked, path), details=part.details, part=part)


def _objects(actual: Any, expected: Any, path: str) -> Mismatch | None:
    if isinstance(expected, torch.Size):
        same = issubclass(type(actual), tuple) and tuple(actual) == tuple(expected)
    elif isinstance(expected, str | bytes | set | frozenset | torch.dtype | torch.device | type(None)):
        same = issubclass(type(actual), type(expected)) and bool(actual == expected)
    else:
        same = actual is expected or bool(actual == expected)
    kind = tuple if isinstance(expected, torch.Size) else type(expected)
    rung: Rung = "value" if issubclass(type(actual), kind) else "type"
    if same:
        return None
    return Mismatch(rung, say("{actual} instead of {asked}", actual=literal(actual), asked=literal(expected)), path)
