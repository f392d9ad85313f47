"""Who shares memory with whom: views, copies and identity."""

import sys
from collections.abc import Callable
from typing import Any

from grader.checks.bridge import call_and_compare_memory
from grader.checks.build import finding
from grader.checks.calls import Call, asked_about, call_of
from grader.checks.kinds import is_array, is_tensor
from grader.checks.render import describe
from grader.checks.work import assert_no_operator
from grader.language import say
from grader.language.course import told

COPYING = (
    "clone", "copy_", "_to_copy", "contiguous", "repeat", "cat", "stack", "index", "index_select", "gather",
    "_unsafe_view", "_reshape_copy", "empty", "empty_like", "empty_strided", "zeros", "zeros_like", "new_empty",
    "new_zeros", "full", "ones",
)  # fmt: skip


def assert_shares_memory(fn: Callable[..., Any], *args: Any, of: int | str = 0, **kwargs: Any) -> Any:
    """What ``fn(*args, **kwargs)`` returns shares memory with argument ``of`` (a position, or a keyword).

    Tensors and NumPy arrays alike; whether a write through one is seen in the other. Returns the result. Raises
    ``Finding``.
    """
    call = call_of(fn, args, kwargs)
    result, shares = _called(call, of)
    if shares:
        return result
    raise finding(
        "value",
        say(
            "`{name}` returns a copy of `{label}`; it should return a view that shares its memory.",
            name=call.name,
            label=_label(call, of),
        ),
        say(
            "A write through the result would not be seen in the argument. `clone`, `contiguous`, "
            "indexing with a list or a tensor, `torch.tensor` and a `reshape` that cannot be a view "
            "make copies."
        ),
        call=call,
    )


def assert_copies(fn: Callable[..., Any], *args: Any, of: int | str = 0, **kwargs: Any) -> Any:
    """What ``fn(*args, **kwargs)`` returns shares no memory with argument ``of``.

    Returns the result. Raises ``Finding``.
    """
    call = call_of(fn, args, kwargs)
    result, shares = _called(call, of)
    if not shares:
        return result
    raise finding(
        "value",
        say(
            "`{name}` returns a view of `{label}`; its result should have memory of its own.",
            name=call.name,
            label=_label(call, of),
        ),
        say(
            "A write through the result would change the argument. `clone` makes a copy; slices, "
            "`view`, `detach`, `from_numpy` and `numpy` share memory."
        ),
        call=call,
    )


def assert_is_view(fn: Callable[..., Any], *args: Any, of: int | str = 0, **kwargs: Any) -> Any:
    """What ``fn`` returns shares memory with argument ``of``, and no operator that copies ran on the way.

    Calls ``fn`` twice. Returns the result. Raises ``Finding``.
    """
    result = assert_shares_memory(fn, *args, of=of, **kwargs)
    assert_no_operator(fn, args, COPYING, say("A view needs no copy: only its strides are new."), kwargs=kwargs)
    return result


def assert_same_object(actual: Any, expected: Any, message: str = "") -> None:
    """``actual`` is the very object ``expected``, not an equal one. Raises ``Finding``."""
    if actual is expected:
        return
    asked = asked_about(sys._getframe(1))
    kind = (
        say("a copy with equal values instead of the object itself")
        if _equal(actual, expected)
        else say("{actual}, which is not the very object that is expected", actual=describe(actual))
    )
    raise finding("value", asked.says(kind), told(message), call=asked.call)


def _equal(actual: Any, expected: Any) -> bool:
    return (
        is_tensor(actual)
        and is_tensor(expected)
        and actual.shape == expected.shape
        and bool((actual == expected).all())
    )


def _called(call: Call, of: int | str) -> tuple[Any, bool]:
    argument = call.kwargs[of] if isinstance(of, str) else call.args[of]
    if not (is_tensor(argument) or is_array(argument)) or 0 in argument.shape:
        raise ValueError("memory can be compared with a tensor or array argument that has elements")
    result, shares = call_and_compare_memory(call.function, call.args, call.kwargs, of)
    if shares is None:
        raise finding(
            "type",
            say("`{name}` returns {result} instead of a tensor or array.", name=call.name, result=describe(result)),
            call=call,
        )
    return result, shares


def _label(call: Call, of: int | str) -> str:
    return of if isinstance(of, str) else call.labels[of]
