"""``assert_converges``: training reaches a threshold; the curve is kept and drawn."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from grader.checks.build import finding
from grader.checks.calls import function_name
from grader.checks.finding import Curve, Finding, Picture, Series
from grader.checks.kinds import is_array, is_number, is_tensor
from grader.checks.render import describe, number
from grader.checks.student_calls import invoke
from grader.language import noted, say, say_count
from grader.language.course import told

LOSS = noted("loss")
_POINTS = 400  # of a drawn curve


def assert_converges(
    losses_or_fn: Any,
    *,
    below: float | None = None,
    at_least: float | None = None,
    label: str = LOSS,
    losses: Sequence[float] | None = None,
) -> list[float]:
    """The last value is at most ``below`` or at least ``at_least``; all values are finite.

    ``losses_or_fn`` is a sequence of numbers (one a step), a single number (an accuracy measured by the check on hidden
    data) or a function without arguments that returns either. ``label`` names the numbers ("accuracy on the test
    digits"). ``losses`` is the loss curve of the training, drawn beside and searched for what went wrong. Returns the
    numbers. Raises ``Finding`` with the curve.
    """
    if (below is None) == (at_least is None):
        raise ValueError("assert_converges needs either below or at_least")
    name, result = "", losses_or_fn
    if callable(losses_or_fn):
        name, result = function_name(losses_or_fn), invoke(losses_or_fn, ())
    values = _numbers(result, name)
    history = _numbers(losses, name) if losses is not None else values
    threshold = below if below is not None else at_least
    assert threshold is not None
    last = values[-1]
    reached = last <= threshold if below is not None else last >= threshold
    if reached and all(math.isfinite(value) for value in values):
        return values
    raise _missed(values, history, threshold, below is not None, label)


def _missed(values: list[float], history: list[float], threshold: float, below: bool, label: str) -> Finding:
    pictures: list[Picture] = []
    if len(values) > 1:
        pictures.append(_curve(values, label, threshold))
    if history is not values and len(history) > 1:
        pictures.append(_curve(history, LOSS, None))
    details = [trouble(history)] if len(history) > 1 and (below or history is not values) else []
    limit = _shown(threshold, label)
    asked = say("at most {limit}", limit=limit) if below else say("at least {limit}", limit=limit)
    if not math.isfinite(values[-1]) or not all(map(math.isfinite, values)):
        step = next(i for i, value in enumerate(values) if not math.isfinite(value))
        parts = {"label": _name(label), "value": number(values[step]), "step": step}
        headline, where = say("The {label} becomes {value}.", **parts), None
        if len(values) > 1:
            headline, where = say("The {label} becomes {value} at step {step}.", **parts), say("step {step}", step=step)
        return finding("non_finite", headline, *details, expected=asked, where=where, pictures=pictures)
    headline = say(
        "The {label} reaches {value}; {asked} is required.",
        label=_name(label),
        value=_shown(values[-1], label),
        asked=asked,
    )
    return finding("value", headline, *details, expected=asked, actual=_shown(values[-1], label), pictures=pictures)


def _name(label: str) -> str:
    """The label's own translation, or the course's."""
    return say(label) if label == LOSS else told(label)


def _shown(value: float, label: str) -> str:
    per_cent = any(word in label for word in ("accuracy", "share")) and 0 <= value <= 1
    return f"{value:.1%}" if per_cent else number(value)


def _curve(values: list[float], label: str, threshold: float | None) -> Curve:
    step = max(1, math.ceil(len(values) / _POINTS))
    xs = list(range(0, len(values), step))
    name = _name(label)
    series = Series(name, [values[x] for x in xs], [float(x) for x in xs])
    asked = say("asked") if threshold else ""
    return Curve(name, [series], x_label=say("step"), y_label=name, threshold=threshold, threshold_label=asked)


def _numbers(result: Any, name: str) -> list[float]:
    """The numbers of a result; a finding of rung ``type`` when it is something else."""
    if (is_tensor(result) or is_array(result)) and result.ndim <= 1:
        result = result.tolist()
    if _is_number(result):
        result = [result]
    flat = [_plain(item) for item in result] if issubclass(type(result), list | tuple) else []
    if flat and all(_is_number(item) for item in flat):
        return [float(item) for item in flat]
    odd = next((item for item in flat if not _is_number(item)), None)
    given = say("a list with {odd} in it", odd=describe(odd)) if odd is not None else describe(result)
    if name:
        headline = say(
            "`{name}` returns {given} instead of a list of numbers, one for each step.", name=name, given=given
        )
    else:
        headline = say("The curve is {given} instead of a list of numbers, one for each step.", given=given)
    raise finding("type", headline)


def _plain(item: Any) -> Any:
    if is_tensor(item) and item.numel() == 1 and not item.is_complex():
        return item.item()
    return item.item() if issubclass(type(item), np.number) else item


def _is_number(item: Any) -> bool:
    if not is_number(item) or isinstance(item, bool | complex):
        return False
    return isinstance(item, float) or abs(item) < 1e308


def trouble(losses: Sequence[float]) -> str:
    """What the course of a loss says about the training, in one sentence."""
    bad = next((step for step, loss in enumerate(losses) if not math.isfinite(loss)), None)
    if bad is not None:
        cause = say("the steps are too large, or a log or a division meets 0")
        return say(
            "The loss is {value} from step {step} on: {cause}.", value=number(losses[bad]), step=bad, cause=cause
        )
    first, last = losses[0], losses[-1]
    if all(loss == first for loss in losses):
        return say("The loss is exactly {first} at every step: the weights never change.", first=number(first))
    if last > 2 * abs(first) + 1e-12 and last > first:
        return say(
            "The loss grows, from {first} to {last}: the steps are too large or go uphill.",
            first=number(first),
            last=number(last),
        )
    ends = {"first": number(first), "last": number(last)}
    return _plateau(losses) or say_count(
        "The loss goes from {first} to {last} in {count:,} step.",
        "The loss goes from {first} to {last} in {count:,} steps.",
        len(losses),
        **ends,
    )


def _plateau(losses: Sequence[float]) -> str | None:
    """Where a loss stops falling for good, when that is early."""
    span = max(losses) - min(losses)
    last = losses[-1]
    if span == 0:
        return None
    start = next(step for step in range(len(losses)) if all(abs(v - last) <= 0.02 * span for v in losses[step:]))
    if start > len(losses) // 2:
        return None
    guess = next((k for k in range(2, 1001) if abs(last - math.log(k)) < 0.003 * math.log(k)), None)
    level = number(last, 3)
    if guess:
        level = say("{level} = ln {guess}, the loss of guessing among {guess} classes", level=level, guess=guess)
    return say_count(
        "The loss falls for {count:,} step and then stays at {level}. Gradients that are not cleared do that.",
        "The loss falls for {count:,} steps and then stays at {level}. Gradients that are not cleared do that.",
        start,
        level=level,
    )
