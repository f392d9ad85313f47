"""Findings put together: bounded texts, the inputs of the call, and the data that misunderstandings are matched on."""

from collections.abc import Mapping
from typing import Any

from grader.checks.calls import Call
from grader.checks.finding import Facts, Finding, Picture, Rung
from grader.checks.render import an_object, clean, literal

_HEADLINE = 300


def input_texts(inputs: Mapping[str, Any]) -> dict[str, str]:
    """Argument name -> literal, for ``Facts.smallest_input``; what can only be called an object is left out."""
    texts = {clean(str(name), 60): (literal(value), value) for name, value in list(inputs.items())[:12]}
    return {name: text for name, (text, value) in texts.items() if text != an_object(value)}


def call_data(call: Call, value: Any, expected: Any) -> dict[str, Any]:
    """What the session needs to run the known wrong answers on the same input."""
    return {
        "function": call.name,
        "args": call.args,
        "kwargs": dict(call.kwargs),
        "value": value,
        "expected": expected,
    }


def finding(
    rung: Rung,
    headline: str,
    *details: str,
    call: Call | None = None,
    expected: str | None = None,
    actual: str | None = None,
    where: str | None = None,
    pictures: list[Picture] | None = None,
    data: dict[str, Any] | None = None,
) -> Finding:
    """A ``Finding`` whose texts are bounded; ``call`` gives the smallest input."""
    return Finding(
        Facts(
            rung=rung,
            headline=clean(headline, _HEADLINE),
            details=[clean(detail) for detail in details if detail],
            expected=None if expected is None else clean(expected),
            actual=None if actual is None else clean(actual),
            where=None if where is None else clean(where, 120),
            smallest_input=input_texts(call.inputs) if call else {},
            pictures=pictures or [],
            data=data or {},
        )
    )
