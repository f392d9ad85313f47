"""``assert_matches``: a function equals a reference on many inputs; a failing input is shown small."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from grader.checks.calls import call_of
from grader.checks.close import compare_call
from grader.checks.compare import find_mismatch
from grader.checks.finding import Facts, Finding
from grader.checks.inputs import Case
from grader.checks.mismatch import Tolerance
from grader.checks.showing import Pictures, show
from grader.checks.shrink import copied, shrink
from grader.checks.student_calls import invoke
from grader.checks.unchanged import own_copy
from grader.language import say


def assert_matches(
    fn: Callable[..., Any],
    reference: Callable[..., Any],
    inputs: Iterable[tuple[Any, ...]],
    *,
    rtol: float | None = None,
    atol: float | None = None,
    equal_nan: bool = False,
    kwargs: Mapping[str, Any] | None = None,
    pictures: Callable[..., Pictures] | None = None,
) -> None:
    """``fn(*case)`` equals ``reference(*case)`` for every case, as ``assert_close`` understands it.

    ``inputs`` are tuples of arguments. Cases of ``make_inputs`` that fail are shrunk (sizes from their pools, rounded
    values) before they are shown. ``kwargs`` are passed to both. The finding carries the call and both values, so that
    known wrong answers can be tried on it. ``reference`` must not write to its arguments. ``pictures(value, expected,
    *case)`` makes pictures of the case that is shown, as in ``show``. Raises ``Finding``.
    """
    options = dict(kwargs or {})
    tolerance = Tolerance(rtol, atol, equal_nan)

    def failure(case: tuple[Any, ...]) -> Finding | None:
        shown = tuple(own_copy(value) for value in case)
        expected = own_copy(reference(*case, **options))
        try:
            actual = invoke(fn, tuple(case), options)
        except Finding as error:
            return error
        if find_mismatch(actual, expected, tolerance) is None:  # only a message needs the parameters' names
            return None
        return compare_call(call_of(fn, shown, options), actual, expected, tolerance)

    for case in inputs:
        before = copied(case) if isinstance(case, Case) else None
        found = failure(case)
        if found is not None:
            shown = _smallest(case, before, found, failure) if before is not None and isinstance(case, Case) else found
            with show(*_makers(pictures, shown)):
                raise shown


def _makers(pictures: Callable[..., Pictures] | None, found: Finding) -> list[Callable[[], Pictures]]:
    """What makes the pictures of a wrong value; nothing where none came."""
    data = found.facts.data
    if pictures is None or not data:
        return []
    return [lambda: pictures(data["value"], data["expected"], *data["args"])]


def _smallest(
    case: Case, before: Case, found: Finding, failure: Callable[[tuple[Any, ...]], Finding | None]
) -> Finding:
    """The finding for the smallest case that fails in the same way, with a word on the layout where it matters."""
    if not _fails_like(found, failure, before):
        strides = [
            say("{strides} for shape {shape}", strides=tuple(t.stride()), shape=tuple(t.shape))
            for t in case
            if not t.is_contiguous()
        ]
        if strides:
            facts = found.facts
            facts.details.append(
                say(
                    "It is right for the same values in contiguous tensors: "
                    "only the layout differs (strides {strides}).",
                    strides=", ".join(strides),
                )
            )
            return _with(facts, found)
        return found
    small = shrink(before, lambda candidate: _fails_like(found, failure, candidate))
    return failure(copied(small)) or found


def _fails_like(found: Finding, failure: Callable[[tuple[Any, ...]], Finding | None], case: Case) -> bool:
    """Whether the case fails on the same rung; a case that the reference itself refuses is none."""
    try:
        again = failure(copied(case))
    except Exception:  # the reference refuses this size or value: the case is outside of what is asked
        return False
    return again is not None and again.facts.rung == found.facts.rung


def _with(facts: Facts, cause: Finding) -> Finding:
    changed = Finding(facts)
    changed.__cause__ = cause.__cause__
    return changed
