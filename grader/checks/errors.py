"""``assert_raises_clearly``: wrong input is refused, with an exception that says why."""

from collections.abc import Callable, Sequence
from typing import Any

from grader.checks.bridge import is_missing_name
from grader.checks.build import finding
from grader.checks.calls import Call, call_of
from grader.checks.finding import Finding
from grader.checks.render import clean, describe, either
from grader.checks.student_calls import error_text, place
from grader.language import say


def assert_raises_clearly(
    expected_types: type[Exception] | tuple[type[Exception], ...],
    fn: Callable[..., Any],
    *args: Any,
    mentions: Sequence[str | tuple[str, ...]] = (),
    **kwargs: Any,
) -> Exception:
    """``fn(*args, **kwargs)`` raises one of ``expected_types``, with a message where ``mentions`` ask for one.

    The message must contain every text of ``mentions`` (upper and lower case alike; of a tuple, one of its texts).
    ``NotImplementedError`` counts only when it is named itself, though it is a ``RuntimeError``. Returns the exception.
    Raises ``Finding``.
    """
    types = expected_types if isinstance(expected_types, tuple) else (expected_types,)
    call = call_of(fn, args, kwargs)
    try:
        result = fn(*args, **kwargs)
    except (NotImplementedError, Finding) as error:
        if type(error) not in types:
            raise
        return error
    except Exception as error:
        if is_missing_name(error) and not any(kind is AttributeError for kind in types):
            raise
        _check_type(call, types, error)
        _check_message(call, error, mentions)
        return error
    raise finding(
        "exception",
        say(
            "`{name}` should refuse this input with {names}; it returned {result}.",
            name=call.name,
            names=_names(types),
            result=describe(result),
        ),
        call=call,
        expected=say("{names} is raised", names=_names(types)),
        actual=say("{result} is returned", result=describe(result)),
    )


def _check_type(call: Call, types: tuple[type[Exception], ...], error: Exception) -> None:
    if isinstance(error, types):
        return
    raise finding(
        "exception",
        say(
            "`{name}` should refuse this input with {names}; it raised {error}.",
            name=call.name,
            names=_names(types),
            error=error_text(error),
        ),
        place(error) or "",
        call=call,
        expected=_names(types),
        actual=clean(type(error).__name__, 60),
    ) from None  # the finding says it all: told as the student's exception, it would lose what was asked


def _check_message(call: Call, error: Exception, mentions: Sequence[str | tuple[str, ...]]) -> None:
    # A KeyError's own text is its key in quotes; args hold what the student wrote.
    text = clean(" ".join(str(argument) for argument in error.args), 1000)
    wanted = [(item,) if isinstance(item, str) else item for item in mentions]
    missing = next((item for item in wanted if not any(word.lower() in text.lower() for word in item)), None)
    if missing is None:
        return
    facts = {"name": call.name, "kind": clean(type(error).__name__, 60)}
    headline = say("`{name}` rightly raises {kind}, but the exception has no message.", **facts)
    if text.strip():
        named = either(f"`{word}`" for word in missing)
        headline = say(
            "`{name}` rightly raises {kind}, but the exception does not mention {named}.", **facts, named=named
        )
    raise finding(
        "exception",
        headline,
        say("Whoever reads the message must learn what was wrong with the input."),
        call=call,
        actual=text or say("no message"),
    ) from None


def _names(types: tuple[type[Exception], ...]) -> str:
    return either(f"`{kind.__name__}`" for kind in types)
