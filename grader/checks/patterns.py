"""What is wrong with numbers, in one sentence: a constant factor, a sign, a transposition, the wrong dimension.

All functions take finite real or complex values, flattened or in shape, as float64 or complex128 CPU tensors.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from torch import Tensor

from grader.checks.kinds import is_tensor
from grader.checks.render import join, number
from grader.language import noted, say

_SIZE = noted("the size of dimension {dim} of `{name}`")
_BATCH = noted("the size of dimension {dim} of `{name}` (the batch size)")
_CLOSE = 1e-4  # relative: a pattern must fit far better than chance would let it


def explain(actual: Tensor, expected: Tensor, sizes: Mapping[str, int] | None = None) -> str | None:
    """One sentence when ``actual`` is a known transformation of ``expected`` (same shape), else None."""
    if actual.numel() < 2 or not _informative(expected):
        return None
    return (
        _zeros(actual)
        or factor_sentence(constant_factor(actual, expected), sizes or {})
        or _offset(actual, expected)
        or _wrong_normalisation(actual, expected)
        or _moved(actual, expected)
    )


def constant_factor(actual: Tensor, expected: Tensor) -> float | None:
    """c where ``actual == c * expected`` everywhere and c is not 1; None where there is no such number.

    One number alone is always a multiple of another: at least two must not be 0.
    """
    if actual.is_complex() or expected.is_complex() or int(expected.count_nonzero()) < 2:
        return None
    weight = (expected * expected).sum()
    if not bool(weight > 0):
        return None
    factor = float((actual * expected).sum() / weight)
    scale = float(expected.abs().max()) * max(abs(factor), 1e-12)
    fits = bool((actual - factor * expected).abs().max() <= _CLOSE * scale)
    return factor if fits and abs(factor) > 1e-9 and abs(factor - 1) > 1e-6 else None


def factor_phrase(factor: float) -> str:
    """``4 times too large``, ``2 times too small``, ``of the wrong sign``."""
    size = abs(factor)
    sign = say("of the wrong sign") if factor < 0 else ""
    if abs(size - 1) <= _CLOSE:
        return sign
    larger, smaller = noted("{factor} times too large"), noted("{factor} times too small")
    times = say(larger, factor=_nice(size)) if size > 1 else say(smaller, factor=_nice(1 / size))
    return say("{sign} and {times}", sign=sign, times=times) if sign else times


def factor_sentence(factor: float | None, sizes: Mapping[str, int]) -> str | None:
    """The factor and, where one fits, the size that it comes from."""
    if factor is None:
        return None
    origin = factor_origin(factor, sizes)
    sentence = say("Every value is {factor}.", factor=factor_phrase(factor))
    return f"{sentence} {origin}" if origin else sentence


def factor_origin(factor: float, sizes: Mapping[str, int]) -> str | None:
    """``4 is the size of dimension 0 of `x` here.`` when that size explains the factor; two labels where two do.

    2 comes from too many places to say which.
    """
    size = max(abs(factor), 1 / abs(factor))
    labels = [label for label, value in sizes.items() if value > 2 and abs(size - value) <= _CLOSE * value]
    if not labels:
        return None
    return say("{value} is {label} here.", value=round(size), label=join(labels[:2]))


def sizes_of(inputs: Mapping[str, object]) -> dict[str, int]:
    """Where a factor may come from: the sizes of the tensor inputs, and their numbers of elements."""
    tensors = {name: value for name, value in inputs.items() if is_tensor(value)}
    sizes: dict[str, int] = {}
    seen: set[tuple[int, int]] = set()  # the batch of x and that of y are one
    for name, value in tensors.items():
        for dim, size in enumerate(value.shape):
            label = _BATCH if dim == 0 and value.dim() > 1 else _SIZE
            if (dim, size) not in seen:
                sizes.setdefault(say(label, dim=dim, name=name), size)
            seen.add((dim, size))
    for name, value in tensors.items():
        if value.dim() != 1:
            sizes.setdefault(say("the number of elements of `{name}`", name=name), value.numel())
    return sizes


def _informative(expected: Tensor) -> bool:
    """All-equal values fit too many patterns to explain anything."""
    flat = expected.flatten()
    return bool((flat != flat[0]).any())


def _zeros(actual: Tensor) -> str | None:
    return None if bool(actual.any()) else say("Every value is zero.")


def _offset(actual: Tensor, expected: Tensor) -> str | None:
    difference = (actual - expected).flatten()
    scale = max(float(expected.abs().max()), float(difference.abs().max()))
    if actual.is_complex() or bool((difference - difference[0]).abs().max() > _CLOSE * scale * 1e-2):
        return None
    more = float(difference[0])
    if abs(more) <= 1e-9:
        return None
    template = noted("Every value is {more} too large.") if more > 0 else noted("Every value is {more} too small.")
    return say(template, more=number(abs(more)).removesuffix(".0"))


def _wrong_normalisation(actual: Tensor, expected: Tensor) -> str | None:
    """Values that should sum to 1 along one dimension and sum to 1 along another."""
    right = _dims_summing_to_one(expected)
    yours = _dims_summing_to_one(actual)
    if len(right) != 1 or right == yours:
        return None
    if yours:
        return say(
            "The values must sum to 1 along dimension {right}; yours sum to 1 along dimension {yours}.",
            right=right[0],
            yours=yours[0],
        )
    if bool(((expected == 0) | (expected == 1)).all()):  # a coincidence, or no probabilities
        return None
    sums = actual.sum(right[0]).flatten()
    low, high = number(float(sums.min())), number(float(sums.max()))
    if low == high:
        return say("The values must sum to 1 along dimension {right}; yours sum to {sum}.", right=right[0], sum=low)
    return say(
        "The values must sum to 1 along dimension {right}; yours sum to between {low} and {high}.",
        right=right[0],
        low=low,
        high=high,
    )


def _dims_summing_to_one(values: Tensor) -> list[int]:
    if values.is_complex() or values.dim() == 0:
        return []
    return [dim for dim in range(values.dim()) if bool(((values.sum(dim) - 1).abs() < 1e-3).all())]


def _moved(actual: Tensor, expected: Tensor) -> str | None:
    """The right values in the wrong places; values that are nearly right where they stand are not in wrong places."""
    if _same(actual, expected):
        return None
    if actual.dim() >= 2 and actual.shape[-1] == actual.shape[-2] and _same(actual, expected.mT):
        return say("The values are right but transposed: rows and columns are exchanged.")
    for dim in range(expected.dim()):
        if expected.shape[dim] > 1 and _same(actual, expected.flip(dim)):
            return say("The values are right but in reverse order along dimension {dim}.", dim=dim)
        for shift in (1, -1):
            if expected.shape[dim] > 2 and _same(actual, expected.roll(shift, dim)):
                return say("The values are right but shifted by one along dimension {dim}.", dim=dim)
    if actual.is_complex():
        return None
    if _same(actual.flatten().sort().values, expected.flatten().sort().values):
        return say("The values are the right ones but in another order.")
    return None


def _same(a: Tensor, b: Tensor) -> bool:
    scale = max(float(b.abs().max()), 1e-12)
    return bool((a - b).abs().max() <= _CLOSE * scale)


def reshaped(actual: Tensor, expected: Tensor) -> str | None:
    """One sentence when the shapes differ but the elements are related."""
    if actual.shape[::-1] == expected.shape and actual.dim() >= 2:
        return say("The dimensions are in reverse order: the result is transposed.")
    if sorted(actual.shape) == sorted(expected.shape) and actual.dim() >= 2:
        return say("The dimensions are the right ones in another order.")
    if _without_ones(actual.shape) == _without_ones(expected.shape):
        if actual.dim() > expected.dim():
            return say("A dimension of size 1 is too many: see `unsqueeze`, `squeeze` and `keepdim`.")
        return say("A dimension of size 1 is missing: see `unsqueeze`, `squeeze` and `keepdim`.")
    if actual.numel() == expected.numel():
        return say("The number of elements is right; they are arranged in another shape.")
    return None


def _without_ones(shape: Iterable[int]) -> list[int]:
    return [size for size in shape if size != 1]


def _nice(value: float) -> str:
    """An integer or a simple fraction where the value is one."""
    fraction = Fraction(value).limit_denominator(12)
    if abs(float(fraction) - value) <= _CLOSE * value:
        return str(fraction)
    return number(value, 3)
