"""Known answers graded as submissions are, and what is told of those that are not as they must be."""

import pytest

from grader.authoring.trial import Trial, run_trial
from grader.authoring.variants import variants
from grader.faults import AuthorFault
from tests.judge.conftest import Make, One

CHECKS = """
    from answer import f
    from grader.checks import assert_close

    def test_one():
        assert_close(f(1.0), 2.0)

    @pytest.mark.depends("test_one")
    def test_two():
        assert_close(f(2.0), 3.0 + 1e-8)
"""
WRONG = '"""You doubled it."""\nFAILS = ["test_two"]\ndef f(x): return 2 * x\n'


def told(one: One, label: str, *only: str) -> tuple[str, ...]:
    return run_trial(Trial(one.exercise.id, label, 1, only or None), one.course, one.sandbox).problems


def test_right_and_wrong_answers_as_they_must_be(make: Make) -> None:
    one = make(CHECKS, wrong={"doubled": WRONG})
    assert [variant.label for variant in variants(one.exercise)] == ["solution", "stub", "wrong/doubled"]
    for label in ("solution", "stub", "wrong/doubled"):
        assert told(one, label) == ()


def test_a_wrong_answer_that_is_let_through_or_caught_elsewhere_is_told(make: Make) -> None:
    sleepy = WRONG.replace("test_two", "test_one")
    one = make(CHECKS, wrong={"sleepy": sleepy, "unknown": WRONG.replace("test_two", "test_three")})
    assert told(one, "wrong/sleepy") == (
        "wrong/sleepy: test_one does not catch it (passed)",
        "wrong/sleepy: test_two fails too: `f` returns 4.0 instead of 3.0.",
        'wrong/sleepy: if that is how it should be, write FAILS = ["test_two"]',
    )
    assert told(one, "wrong/unknown")[0] == "wrong/unknown: FAILS names test_three, and there is no such check"


@pytest.mark.parametrize("fails", ["", "FAILS = []\n", 'FAILS = [x for x in "ab"]\n'])
def test_what_a_wrong_answer_must_fail_is_told_where_it_does_not_say(make: Make, fails: str) -> None:
    one = make(CHECKS, wrong={"mute": WRONG.replace('FAILS = ["test_two"]\n', fails)})
    assert told(one, "wrong/mute") == (
        'wrong/mute: it does not say in FAILS which checks must catch it; as it is, that is FAILS = ["test_two"]',
    )


def test_only_the_checks_that_are_named_run(make: Make) -> None:
    one = make(CHECKS, wrong={"sleepy": WRONG.replace("test_two", "test_one")})
    assert told(one, "wrong/sleepy", "test_one") == ("wrong/sleepy: test_one does not catch it (passed)",)
    unknown = make(CHECKS, wrong={"unknown": WRONG.replace("test_two", "test_three")})
    assert told(unknown, "wrong/unknown", "test_three") == (
        "wrong/unknown: FAILS names test_three, and there is no such check",
    )


def test_a_reference_that_fails_is_told(make: Make) -> None:
    one = make("from answer import f\ndef test_any(): assert f(1) is None", "def f(x): return 1\n")
    assert told(one, "solution")[0].startswith("solution: test_any fails on a right answer")


def test_the_used_share_of_a_tolerance_is_measured(make: Make) -> None:
    one = make(CHECKS)
    outcome = run_trial(Trial(one.exercise.id, "solution", 1), one.course, one.sandbox)
    # |3 - (3 + 1e-8)| of the allowed 1e-7 + 1e-7 * 3
    assert outcome.margins["test_two"] == pytest.approx(1e-8 / 4e-7, rel=1e-3)
    assert outcome.margins["test_one"] == 0
    assert run_trial(Trial(one.exercise.id, "stub", 1), one.course, one.sandbox).margins == {}


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ('FAILS = ["test_one"]\ndef f(x): pass\n', "has no docstring"),
        ("def f(x: pass\n", "can't be read"),
    ],
)
def test_a_wrong_answer_says_what_it_is(make: Make, wrong: str, says: str) -> None:
    with pytest.raises(AuthorFault, match=says):
        variants(make(CHECKS, wrong={"w": wrong}).exercise)
