"""Honest attempts: a right one must get all points, a wrong one must be caught, by whichever check."""

import pytest

from grader.authoring.attempts import attempts
from grader.authoring.case import Asked
from grader.authoring.trial import Trial
from grader.faults import AuthorFault
from tests.authoring.test_case import CHECKS, REFERENCE, WRONG, verified
from tests.judge.conftest import Make, One


def attempted(one: One, **sources: str) -> One:
    folder = one.exercise.solutions / "attempts"
    folder.mkdir()
    for name, source in sources.items():
        (folder / f"{name}.py").write_text(source)
    return one


@pytest.mark.slow
def test_attempts_that_are_graded_as_they_should_be_are_no_problem(make: Make) -> None:
    one = attempted(
        make(CHECKS, REFERENCE, wrong=WRONG),
        adds='"""Right: adds a two."""\ndef f(x):\n    y = x\n    return y + 2\n',
        subtracts='"""Wrong: the sign."""\ndef f(x):\n    return x - 2\n',
    )
    verdict, pools = verified(one, Asked(runs=1, thread_counts=(1,), mutants=0))
    assert verdict.problems == []
    trials = [task.variant for task in pools.ran if isinstance(task, Trial)]
    assert "attempts/adds" in trials
    assert "attempts/subtracts" not in trials  # a check in process had caught it


@pytest.mark.slow
def test_a_right_attempt_that_fails_and_a_wrong_one_that_passes_are_told(make: Make) -> None:
    one = attempted(
        make(CHECKS, REFERENCE, wrong=WRONG),
        rounds='"""Right: so its author thinks."""\ndef f(x):\n    return round(x) + 1\n',
        absolute='"""Wrong: negative numbers."""\ndef f(x):\n    return abs(x) + 2\n',
    )
    verdict, _ = verified(one, Asked(runs=1, thread_counts=(1,), mutants=0))
    assert "attempts/absolute: no check catches it" in verdict.problems
    assert any(problem.startswith("attempts/rounds: test_one fails on a right answer") for problem in verdict.problems)


@pytest.mark.parametrize("source", ["def f(x):\n    return x\n", '"""It is right."""\n', '"""Right"""\n', "def f(:\n"])
def test_an_attempt_says_what_it_is(make: Make, source: str) -> None:
    one = attempted(make(CHECKS), odd=source)
    with pytest.raises(AuthorFault, match=r"attempts/odd\.py"):
        attempts(one.exercise)
