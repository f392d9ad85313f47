"""Points of an exercise: every check brings its share, scaled so that all of them are the exercise's weight."""

import math
from collections.abc import Mapping
from fractions import Fraction

from grader.faults import AuthorFault
from grader.language import say
from grader.verdict import Cause

DIGITS = 6  # shares such as 1/3 are rounded here, far below what any gradebook shows


def scaled(weights: Mapping[str, float], total: float) -> dict[str, float]:
    """Each check's points out of the exercise's ``total``, by check id; they add up to ``total``.

    Raises AuthorFault when a weight is negative or not a number, or when no check weighs anything.
    """
    for check, weight in weights.items():
        _refuse_no_weight(check, weight)
    whole = sum((Fraction(weight) for weight in weights.values()), Fraction())
    if not whole:
        raise AuthorFault(say("No check of the exercise is worth a point: give at least one of them `points` above 0."))
    return {
        check: round(float(Fraction(total) * Fraction(weight) / whole), DIGITS) for check, weight in weights.items()
    }


def _refuse_no_weight(check: str, weight: object) -> None:
    number = isinstance(weight, int | float) and not isinstance(weight, bool)
    if not number or not math.isfinite(weight) or weight < 0:  # type: ignore[operator,arg-type]
        raise AuthorFault(
            say("`points` of {check} is {weight!r}: it must be a number of 0 or more.", check=check, weight=weight)
        )


def totals(weights: Mapping[str, float], causes: Mapping[str, Cause], total: float) -> tuple[float, float]:
    """(points, points that could be had) of the exercise.

    What was not run or could not be graded counts in neither, so that nobody loses points by it; nor do checks that
    are not in ``causes``. Computed from the weights, not from rounded shares: three thirds of 1 point are 1 point.
    """
    whole = sum((Fraction(weight) for weight in weights.values()), Fraction())
    graded = [check for check in weights if check in causes and causes[check].graded]
    had = sum((Fraction(weights[check]) for check in graded if causes[check].passed), Fraction())
    possible = sum((Fraction(weights[check]) for check in graded), Fraction())
    return _points(total, had, whole), _points(total, possible, whole)


def _points(total: float, part: Fraction, whole: Fraction) -> float:
    return round(float(Fraction(total) * part / whole), DIGITS) if whole else 0.0
