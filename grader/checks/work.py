"""Work contracts: how many operators run, how large a tensor is made. Counts never depend on the machine."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from grader.checks.bridge import Operator, record
from grader.checks.build import finding
from grader.checks.calls import call_of, function_name
from grader.checks.render import clean, join
from grader.language import noted, say, say_count
from grader.language.course import told

_TOO_LARGE = noted("`{name}` makes a tensor with {made:,} elements; at most {most:,} are allowed.")
_NONE_ALLOWED = noted("`{name}` makes a tensor with {made:,} elements, and should make none.")


def assert_allocates_at_most(numel: int, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """No operator that ``fn(*args, **kwargs)`` runs makes a tensor of more than ``numel`` elements.

    Views make no tensor. Returns what ``fn`` returned. Raises ``Finding`` (rung ``limits``).
    """
    result, operators = record(fn, *args, **kwargs)
    largest = max(operators, key=lambda operator: operator.largest, default=None)
    if largest is None or largest.largest <= numel:
        return result
    raise finding(
        "limits",
        say(_TOO_LARGE if numel else _NONE_ALLOWED, name=function_name(fn), made=largest.largest, most=numel),
        say("It is the result of the operator `{operator}`.", operator=short(largest.name)),
        expected=say_count("at most {count:,} element", "at most {count:,} elements", numel) if numel else say("none"),
        actual=say_count("{count:,} element", "{count:,} elements", largest.largest),
    )


def count_operators(fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Counter[str]:
    """How often each operator runs during ``fn(*args, **kwargs)``: ``{"aten::mm": 2}``."""
    return Counter(operator.name for operator in record(fn, *args, **kwargs)[1])


def assert_vectorised(
    fn: Callable[..., Any], make_args: Callable[[int], tuple[Any, ...]], sizes: Sequence[int] = (4, 16)
) -> None:
    """The number of operators of ``fn(*make_args(size))`` does not grow with ``size``.

    Raises ``Finding`` (rung ``limits``) that names the operator whose count grows most.
    """
    small, large = min(sizes), max(sizes)
    counts = {size: count_operators(fn, *make_args(size)) for size in (small, large)}
    before, after = counts[small].total(), counts[large].total()
    if after <= before:
        return
    grown = counts[large] - counts[small]
    name, _ = grown.most_common(1)[0]
    raise finding(
        "limits",
        say_count(
            "`{name}` does its work one by one: {count:,} operator for size {small}, {after:,} for size {large}.",
            "`{name}` does its work one by one: {count:,} operators for size {small}, {after:,} for size {large}.",
            before,
            name=function_name(fn),
            small=small,
            after=after,
            large=large,
        ),
        say(
            "`{operator}` runs {fewer:,} and {more:,} times. "
            "One operator on the whole tensor does the same as the loop.",
            operator=short(name),
            fewer=counts[small][name],
            more=counts[large][name],
        ),
        expected=say(
            "as many operators for size {large} as for size {small}: {before:,}",
            large=large,
            small=small,
            before=before,
        ),
        actual=f"{after:,}",
    )


def assert_no_operator(
    fn: Callable[..., Any],
    args: tuple[Any, ...],
    names: Iterable[str],
    why: str = "",
    *,
    kwargs: Mapping[str, Any] | None = None,
) -> Any:
    """None of the operators (``"aten::clone"``, ``"clone"``) runs during ``fn(*args)``; returns what ``fn`` returned.

    ``why`` is one more sentence for the student. Raises ``Finding`` (rung ``limits``).
    """
    banned = {name if "::" in name else f"aten::{name}" for name in names}
    result, operators = record(fn, *args, **(kwargs or {}))
    found = list(dict.fromkeys(operator.name for operator in operators if operator.name in banned))
    if not found:
        return result
    raise finding(
        "limits",
        say(
            "`{name}` runs {operators}, which it should do without.",
            name=function_name(fn),
            operators=join(f"`{short(name)}`" for name in found),
        ),
        told(why),
        call=call_of(fn, args, kwargs),
    )


def short(name: str) -> str:
    """``mm`` for ``aten::mm``."""
    return clean(name.removeprefix("aten::"), 60)


__all__ = [
    "Operator",
    "assert_allocates_at_most",
    "assert_no_operator",
    "assert_vectorised",
    "count_operators",
    "short",
]
