"""``assert_leaves_no_graph``: results that are kept (a history of losses) keep no autograd graph alive."""

import sys
from typing import Any

from grader.checks.build import finding
from grader.checks.calls import asked_about
from grader.checks.kinds import is_tensor
from grader.language import say


def assert_leaves_no_graph(value: Any) -> None:
    """No tensor in ``value`` (a tensor, or lists, tuples and dicts of anything) is part of a graph.

    A list of losses that require grad keeps every step's graph in memory. Raises ``Finding`` (rung ``state``).
    """
    path = _first_with_graph(value, "", 8)
    if path is None:
        return
    asked = asked_about(sys._getframe(1))
    raise finding(
        "state",
        asked.at(path).is_(say("still part of a graph")),
        say("It keeps every tensor of its computation alive. `.item()` or `.detach()` lets them go."),
        call=asked.call,
    )


def _first_with_graph(value: Any, path: str, depth: int) -> str | None:
    if is_tensor(value):
        return path if value.grad_fn is not None else None
    if depth == 0 or not issubclass(type(value), dict | list | tuple):
        return None
    parts = value.items() if isinstance(value, dict) else enumerate(value)
    found = (_first_with_graph(part, f"{path}[{key!r:.40}]", depth - 1) for key, part in parts)
    return next((place for place in found if place is not None), None)
