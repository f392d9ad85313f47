"""assert_raises_clearly: refusing wrong input with a message."""

from typing import Any

import pytest

from grader.checks import assert_raises_clearly
from grader.checks.finding import Finding
from tests.checks.facts import facts_of


def raises(error: BaseException) -> Any:
    def strict(shape: Any) -> None:
        raise error

    return strict


def test_a_clear_refusal_passes_and_is_returned() -> None:
    error = ValueError("shapes (2,) and (3,) do not fit")
    assert assert_raises_clearly(ValueError, raises(error), 1, mentions=["(2,)", ("do not fit", "mismatch")]) is error


def test_a_key_error_counts_with_its_own_text() -> None:
    assert_raises_clearly(KeyError, raises(KeyError("no group 'head'")), 1, mentions=["head"])


def test_no_exception() -> None:
    facts = facts_of(assert_raises_clearly, (ValueError, RuntimeError), lambda shape: 3, (2, 0))
    assert (
        facts.headline
        == "`<lambda>` should refuse this input with `ValueError` or `RuntimeError`; it returned the integer 3."
    )
    assert facts.smallest_input == {"shape": "(2, 0)"}


def test_another_exception() -> None:
    facts = facts_of(assert_raises_clearly, ValueError, raises(IndexError("list index out of range")), 1)
    assert facts.headline.endswith("it raised IndexError: list index out of range.")
    assert "line" in facts.details[0]


@pytest.mark.parametrize(("message", "lacks"), [("", "has no message"), ("bad input", "does not mention `dim`")])
def test_an_unclear_message(message: str, lacks: str) -> None:
    facts = facts_of(assert_raises_clearly, ValueError, raises(ValueError(message)), 1, mentions=["dim"])
    assert lacks in facts.headline


def test_a_stub_does_not_pass_for_a_runtime_error() -> None:
    with pytest.raises(NotImplementedError):
        assert_raises_clearly(RuntimeError, raises(NotImplementedError()), 1)
    with pytest.raises(NotImplementedError):
        assert_raises_clearly(ValueError, raises(NotImplementedError()), 1)
    assert_raises_clearly(NotImplementedError, raises(NotImplementedError("abstract")), 1)


def test_a_hostile_message_is_bounded() -> None:
    facts_of(assert_raises_clearly, ValueError, raises(IndexError("\x1b" * 10_000)), 1)
    facts_of(assert_raises_clearly, ValueError, raises(ValueError("\n" * 10_000)), 1, mentions=["x"])


def test_no_message_is_asked_for_where_none_is_mentioned() -> None:
    error = assert_raises_clearly(IndexError, raises(IndexError()), 1)
    assert type(error) is IndexError


def test_the_finding_is_told_and_not_the_exception_it_is_about() -> None:
    for asked, mentions in ((ValueError, ()), (IndexError, ["dim"])):
        with pytest.raises(Finding) as caught:
            assert_raises_clearly(asked, raises(IndexError("bad")), 1, mentions=mentions)
        assert caught.value.__cause__ is None
