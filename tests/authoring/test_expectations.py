"""What must hold for the grade of a known answer, in the sandbox and in process."""

import pytest

from grader.authoring.expectations import agrees, local_problems, problems, slow, toothless
from grader.authoring.local.model import End, Ended, Run
from grader.authoring.variants import Kind, Variant
from grader.report.model import CheckResult, ExerciseResult, Feedback
from grader.verdict import Cause


def result_of(**causes: Cause) -> ExerciseResult:
    checks = [
        CheckResult(id=id, title=id, visibility="hidden", cause=cause, points=0, max_points=1,
                    feedback=None if cause.passed else Feedback(headline="It is wrong."))
        for id, cause in causes.items()
    ]  # fmt: skip
    return ExerciseResult(id="ch/e", number="1.1", title="E", points=0, max_points=2, checks=checks)


def run_of(*ends: tuple[str, int, End]) -> Run:
    return Run(tuple(Ended(check, seed, end, "It is wrong.") for check, seed, end in ends))


def wrong(*fails: str) -> Variant:
    return Variant("wrong", "w", b"", frozenset(fails))


def test_a_skipped_check_neither_catches_nor_lets_through() -> None:
    result = result_of(test_one=Cause.FAILED, test_two=Cause.SKIPPED)
    assert problems(wrong("test_one"), result) == []
    assert problems(wrong("test_one", "test_two"), result) == [
        "wrong/w: test_two does not catch it (skipped)",
        'wrong/w: if that is how it should be, write FAILS = ["test_one"]',
    ]


def test_a_stub_that_passes_is_told() -> None:
    stub = Variant("stub", "stub", b"")
    assert problems(stub, result_of(test_any=Cause.PASSED)) == ["stub: test_any passes on the stub"]
    assert local_problems(stub, run_of(("test_any", 1, "passed"))) == ["stub: test_any passes on the stub (seed 1)"]
    assert local_problems(stub, run_of(("test_any", 1, "failed"))) == []
    assert local_problems(stub, Run(fault="can't be imported")) == []


@pytest.mark.parametrize("kind", ["solution", "stub", "right", "wrong"])
def test_a_broken_check_is_told_whatever_the_answer(kind: Kind) -> None:
    (problem,) = problems(Variant(kind, "x", b"", frozenset({"a"})), result_of(a=Cause.BROKEN_CHECK))
    assert "a could not be graded" in problem


@pytest.mark.parametrize("end", ["failed", "timeout", "crashed"])
def test_a_right_answer_that_fails_in_process_is_told_with_its_seeds(end: End) -> None:
    run = run_of(("a", 1, "passed"), ("a", 2, end), ("a", 3, end))
    assert local_problems(Variant("right", "r", b""), run) == [
        "right/r: a fails on a right answer: It is wrong. (seed 2, 3)"
    ]
    assert local_problems(Variant("solution", "solution", b""), Run(fault="can't be imported: E")) == [
        "solution: can't be imported: E"
    ]


def test_a_wrong_answer_that_more_checks_catch_is_told() -> None:
    assert local_problems(wrong("a"), run_of(("a", 1, "failed"), ("b", 1, "failed"))) == [
        "wrong/w: b fails too: It is wrong. (seed 1)"
    ]


def test_a_wrong_answer_that_is_caught_with_some_seeds_only_is_told() -> None:
    run = run_of(("a", 1, "failed"), ("a", 2, "passed"))
    assert local_problems(wrong("a"), run) == ["wrong/w: a does not catch it, and with other seeds it does (seed 2)"]
    assert not agrees(wrong("a"), run)


def test_what_only_the_boundary_sees_is_left_to_the_sandbox() -> None:
    run = run_of(("a", 1, "failed"), ("b", 1, "passed"), ("c", 1, "skipped"))
    assert local_problems(wrong("a", "b"), run) == []
    assert not agrees(wrong("a", "b"), run)
    assert agrees(wrong("a"), run)


def test_checks_that_nothing_fails_are_told() -> None:
    four = [Variant("wrong", str(n), b"", frozenset({"a"})) for n in range(4)]
    assert toothless(["a"], four) == []
    assert toothless(["a", "b"], four) == ["no wrong answer is caught by b"]
    assert toothless(["a"], four[:3]) == ["3 wrong answers; at least 4 are asked"]


def test_checks_that_come_near_the_limit_are_told() -> None:
    assert slow({"a": 4.9, "b": 5.5}, 10) == [
        "solution: b takes 5.5 s of the 10 s that a check may; allow more, or ask less"
    ]
