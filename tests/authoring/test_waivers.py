"""Waivers: what they waive, when they are stale, and what is offered to paste."""

import tomllib

import pytest

from grader.authoring.mutation.mutant import Key
from grader.authoring.waivers import FILE, Waiver, entry, read_waivers, stale
from grader.faults import AuthorFault
from tests.judge.conftest import Make

KEY = Key("f", "constant", "return x + 1", "return x + 2")


def waiver(key: Key) -> Waiver:
    return Waiver(
        function=key.function, operator=key.operator, before=key.before, after=key.after, occurrence=key.occurrence,
        reason="It is the same function.",
    )  # fmt: skip


@pytest.mark.parametrize(
    "key",
    [
        KEY,
        Key("", "constant", "A = 'x' + \"y\\n\"", "A = 1", 2),
        Key("A.f", "constant", 'x = "a"', 'x = "\t"'),
    ],
)
def test_what_is_offered_to_paste_waives_the_mutant(make: Make, key: Key) -> None:
    one = make("def test_one(): pass")
    (one.exercise.solutions / FILE).write_text(entry(key).replace('reason = ""', 'reason = "It can not be seen."'))
    (found,) = read_waivers(one.exercise)
    assert found.key == key


def test_a_waiver_needs_a_reason(make: Make) -> None:
    one = make("def test_one(): pass")
    assert read_waivers(one.exercise) == []
    (one.exercise.solutions / FILE).write_text(entry(KEY))
    assert tomllib.loads(entry(KEY))["waiver"][0]["reason"] == ""
    with pytest.raises(AuthorFault, match=r"waivers\.toml: waiver, entry 1: reason must not be empty\."):
        read_waivers(one.exercise)


def test_a_waiver_that_waives_nothing_is_stale() -> None:
    other = Key("g", "constant", "a", "b")
    assert stale([waiver(KEY)], [KEY], []) == []
    assert stale([waiver(KEY), waiver(KEY)], [KEY], []) == [f"waivers.toml: waived twice: {KEY}"]
    assert stale([waiver(other)], [KEY], []) == [f"waivers.toml: stale waiver, there is no such mutant: {other}"]
    assert stale([waiver(KEY)], [KEY], [KEY]) == [f"waivers.toml: stale waiver, a check catches it: {KEY}"]
