"""The entries of two tensors of one shape compared: where they differ, and what the differences have in common."""

from collections.abc import Mapping

import torch
from torch import Tensor

from grader.checks import margin, patterns
from grader.checks.finding import Picture
from grader.checks.maps import MOST_CELLS, difference
from grader.checks.mismatch import Mismatch, Tolerance, instead
from grader.checks.places import Places
from grader.checks.render import join, number
from grader.language import say


def wide(value: Tensor) -> Tensor:
    """As dense CPU values in which differences are exact enough: float64, complex128 or the integer dtype itself."""
    dense = value.detach().resolve_conj().resolve_neg()
    dense = (dense.to_dense() if dense.layout is not torch.strided else dense).cpu()
    if dense.dtype.is_complex:
        return dense.to(torch.complex128)
    return dense.to(torch.float64) if dense.dtype.is_floating_point else dense


def compare_entries(
    actual: Tensor,
    expected: Tensor,
    tolerance: Tolerance,
    dtype: torch.dtype,
    sizes: Mapping[str, int] | None,
    path: str,
) -> Mismatch | None:
    """What differs between two tensors of one shape, each made wide by ``wide``; ``dtype`` is the one they had.

    ``sizes`` are the exercise's names for sizes.
    """
    rtol, atol = tolerance.of(dtype)
    exact = not (dtype.is_floating_point or dtype.is_complex) and rtol == atol == 0
    if exact:
        wrong = actual != expected
    else:
        actual, expected = (v if v.is_complex() else v.to(torch.float64) for v in (actual, expected))
        wrong = ~torch.isclose(actual, expected, rtol, atol, tolerance.equal_nan)
    if not bool(wrong.any()):
        margin.note(actual, expected, rtol, atol)
        return None
    odd = wrong & ~torch.isfinite(actual)
    if bool(odd.any()):
        return _non_finite(actual, expected, odd, dtype, path)
    return _wrong(actual, expected, wrong, dtype, sizes, path)


def _non_finite(actual: Tensor, expected: Tensor, odd: Tensor, dtype: torch.dtype, path: str) -> Mismatch:
    places = Places(odd)
    kinds = [name for name, test in (("NaN", torch.isnan), ("inf", torch.isinf)) if bool(test(actual[odd]).any())]
    finite = bool(torch.isfinite(expected[odd]).all())
    asked = say("a finite number is expected") if finite else say("something else is expected")
    e, a = places.pair(expected, actual, dtype)
    counts = {"kinds": join(kinds), "wrong": int(odd.sum()), "all": odd.numel(), "asked": asked}
    if odd.numel() > 1:
        phrase = say("{kinds} in {wrong:,} of {all:,} places where {asked}", **counts)
    else:
        phrase = say("{kinds} where {asked}", **counts)
    return Mismatch("non_finite", phrase, path, True, e, a, places.where)


def _wrong(
    actual: Tensor,
    expected: Tensor,
    wrong: Tensor,
    dtype: torch.dtype,
    sizes: Mapping[str, int] | None,
    path: str,
) -> Mismatch:
    places = Places(wrong)
    e, a = places.pair(expected, actual, dtype)
    if wrong.numel() == 1:
        return instead("value", a, e, path)
    count = say("wrong in {wrong:,} of {all:,} places", wrong=int(wrong.sum()), all=wrong.numel())
    details = _reasons(actual, expected, wrong, sizes)
    return Mismatch("value", count, path, False, e, a, places.where, details, _pictures(actual, expected, wrong))


def _reasons(actual: Tensor, expected: Tensor, wrong: Tensor, sizes: Mapping[str, int] | None) -> tuple[str, ...]:
    if wrong.dtype is torch.bool and actual.dtype is torch.bool:
        every = bool(wrong.all())
        return (say("Every value is the opposite of the right one."),) if every else ()
    wide = [v if v.is_complex() else v.to(torch.float64) for v in (actual, expected)]
    if not all(bool(v.isfinite().all()) for v in wide):
        return ()
    reason = patterns.explain(wide[0], wide[1], sizes)
    if reason:
        return (reason,)
    gap = (wide[0] - wide[1]).abs()
    index = Places.index_text(int(gap.flatten().argmax()), gap.shape)
    return (say("The largest difference is {gap}, at {place}.", gap=number(float(gap.max())), place=index),)


def _pictures(actual: Tensor, expected: Tensor, wrong: Tensor) -> tuple[Picture, ...]:
    drawable = actual.dim() == 2 and min(actual.shape) > 1 and max(actual.shape) <= MOST_CELLS
    if not drawable or actual.is_complex() or actual.dtype is torch.bool:
        return ()
    shown = actual.where(wrong, expected)  # rounding is not worth a number
    return (difference(shown, expected, labels=("", "")),)
