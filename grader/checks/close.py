"""``assert_close``: a value equals the expected one within the dtype's tolerance."""

import re
import sys
from typing import Any

from grader.checks import patterns
from grader.checks.build import call_data, finding
from grader.checks.calls import Asked, Call, asked_about
from grader.checks.compare import find_mismatch
from grader.checks.finding import Finding
from grader.checks.mismatch import Mismatch, Tolerance
from grader.checks.render import capitalised
from grader.language import say
from grader.language.course import told

_KEY = re.compile(r"\['([\w.]+)'\]")  # a key of what the check expects, which is no secret: the check names the value


def assert_close(
    actual: Any,
    expected: Any,
    *,
    rtol: float | None = None,
    atol: float | None = None,
    equal_nan: bool = False,
    message: str | None = None,
) -> None:
    """``actual`` equals ``expected`` as ``torch.testing.assert_close`` understands it.

    Numbers, tensors, arrays, strings and nested lists, tuples and dicts of these. Type, dtype, device and shape must
    agree and nothing is broadcast; ``|actual - expected| <= atol + rtol * |expected|`` with the dtype's default
    tolerances when neither is given (one given alone: the other is 0). ``message`` is one more sentence for the
    student, or, without a full stop, what the value is called ("the gradient of `w`"). Raises ``Finding``.
    """
    tolerance = Tolerance(rtol, atol, equal_nan)
    mismatch = find_mismatch(actual, expected, tolerance)
    if mismatch is None:
        return
    asked = asked_about(sys._getframe(1))  # reads the check's source, so only for a message
    if asked.call:
        mismatch = find_mismatch(actual, expected, tolerance, patterns.sizes_of(asked.call.inputs)) or mismatch
    raise mismatch_finding(mismatch, asked, actual, expected, message)


def mismatch_finding(
    mismatch: Mismatch, asked: Asked, actual: Any, expected: Any, message: str | None = None
) -> Finding:
    """The finding for a mismatch of what ``asked`` names."""
    sentence = message is None or message.rstrip().endswith((".", "!", "?"))
    return finding(
        mismatch.rung,
        _headline(mismatch, asked) if message is None or sentence else _named(mismatch, told(message)),
        *([told(message)] if message and sentence else []),
        *mismatch.details,
        call=asked.call,
        expected=mismatch.expected,
        actual=mismatch.actual,
        where=mismatch.where,
        pictures=list(mismatch.pictures),
        data=call_data(asked.call, actual, expected) if asked.call else None,
    )


def _headline(mismatch: Mismatch, asked: Asked) -> str:
    part = asked.at(mismatch.path)
    return part.says(mismatch.phrase) if mismatch.noun else part.is_(mismatch.phrase)


def _named(mismatch: Mismatch, name: str) -> str:
    """ "The gradient of `w`: wrong in 2 of 3 places." """
    if mismatch.path:
        path = _KEY.sub(r".\1", mismatch.path).removeprefix(".")
        name = say("{value}, in part `{path}`", value=name, path=path)
    return say("{value}: {phrase}.", value=capitalised(name), phrase=mismatch.phrase)


def compare_call(call: Call, actual: Any, expected: Any, tolerance: Tolerance) -> Finding | None:
    """The finding when what ``call`` returned is not ``expected``; None when it is."""
    mismatch = find_mismatch(actual, expected, tolerance, patterns.sizes_of(call.inputs))
    if mismatch is None:
        return None
    return mismatch_finding(mismatch, Asked(call.name, returned=True, call=call), actual, expected)
