"""What verify says of courses whose checks are right, and of those whose are not."""

import shutil
from pathlib import Path

import pytest

from grader.authoring.expectations import problems, toothless
from grader.authoring.trial import Trial, run_trial, trials
from grader.authoring.variants import Variant, variants
from grader.authoring.verify import verify
from grader.cli.guard import run
from grader.course import load_course
from grader.faults import AuthorFault
from grader.report.model import CheckResult, ExerciseResult, Feedback
from grader.verdict import Cause
from tests.judge.conftest import Make, One

TINY = Path(__file__).parents[1] / "courses" / "tiny"

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


def told(one: One, label: str) -> tuple[str, ...]:
    return run_trial(Trial(one.exercise.id, label, 1, 1), one.course, one.sandbox).problems


def result_of(**causes: Cause) -> ExerciseResult:
    checks = [
        CheckResult(id=id, title=id, visibility="hidden", cause=cause, points=0, max_points=1,
                    feedback=None if cause.passed else Feedback(headline="It is wrong."))
        for id, cause in causes.items()
    ]  # fmt: skip
    return ExerciseResult(id="ch/e", number="1.1", title="E", points=0, max_points=2, checks=checks)


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
    )
    assert told(one, "wrong/unknown")[0] == "wrong/unknown: FAILS names test_three, and there is no such check"


def test_a_skipped_check_neither_catches_nor_lets_through() -> None:
    result = result_of(test_one=Cause.FAILED, test_two=Cause.SKIPPED)
    assert problems(Variant("wrong", "w", b"", frozenset({"test_one"})), result) == []
    assert problems(Variant("wrong", "w", b"", frozenset({"test_one", "test_two"})), result) == [
        "wrong/w: test_two does not catch it (skipped)"
    ]


def test_a_reference_that_fails_and_a_stub_that_passes_are_told(make: Make) -> None:
    one = make("from answer import f\ndef test_any(): assert f(1) is None", "def f(x): return 1\n")
    assert told(one, "solution")[0].startswith("solution: test_any fails on a right answer")
    assert problems(Variant("stub", "stub", b""), result_of(test_any=Cause.PASSED)) == [
        "stub: test_any passes on the stub"
    ]


def test_a_broken_check_is_told_whatever_the_answer() -> None:
    for kind in ("solution", "stub", "right", "wrong"):
        (problem,) = problems(Variant(kind, "x", b"", frozenset({"a"})), result_of(a=Cause.BROKEN_CHECK))
        assert "a could not be graded" in problem


def test_checks_that_nothing_fails_are_told() -> None:
    wrong = [Variant("wrong", str(n), b"", frozenset({"a"})) for n in range(4)]
    assert toothless(["a"], wrong) == []
    assert toothless(["a", "b"], wrong) == ["no wrong answer is caught by b"]
    assert toothless(["a"], wrong[:3]) == ["3 wrong answers; at least 4 are asked"]


def test_the_used_share_of_a_tolerance_is_measured(make: Make) -> None:
    one = make(CHECKS)
    outcome = run_trial(Trial(one.exercise.id, "solution", 1, 1), one.course, one.sandbox)
    # |3 - (3 + 1e-8)| of the allowed 1e-7 + 1e-7 * 3
    assert outcome.margins["test_two"] == pytest.approx(1e-8 / 4e-7, rel=1e-3)
    assert outcome.margins["test_one"] == 0
    stub = run_trial(Trial(one.exercise.id, "stub", 1, 1), one.course, one.sandbox)
    assert stub.margins == {}


def test_right_answers_meet_every_seed_and_number_of_threads(make: Make) -> None:
    one = make(CHECKS, wrong={"doubled": WRONG})
    plan = list(trials(one.exercise, seeds=3, thread_counts=(1, 2)))
    assert len([trial for trial in plan if trial.variant == "solution"]) == 6
    assert len([trial for trial in plan if trial.variant == "wrong/doubled"]) == 3
    assert len([trial for trial in plan if trial.variant == "stub"]) == 1


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ('FAILS = ["test_one"]\ndef f(x): pass\n', "has no docstring"),
        ('"""A hint."""\ndef f(x): pass\n', "has no FAILS"),
        ('"""A hint."""\nFAILS = [x for x in "ab"]\n', "has no FAILS"),
        ("def f(x: pass\n", "can't be read"),
    ],
)
def test_a_wrong_answer_says_what_it_is(make: Make, wrong: str, says: str) -> None:
    with pytest.raises(AuthorFault, match=says):
        variants(make(CHECKS, wrong={"w": wrong}).exercise)


@pytest.mark.slow
@pytest.mark.sandbox
def test_the_tiny_course_is_verified_in_the_sandbox(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    root = tmp_path / "course"
    shutil.copytree(TINY, root)
    (root / "exercises/ch01_basics/column_means/checks.py").write_text(
        "def test_nothing():\n    '''Nothing is asked'''\n    raise KeyError('a slip of the author')\n"
    )
    verdicts = {v.exercise.name: v for v in verify(load_course(root), load_course(root).exercises, seeds=1, jobs=2)}
    assert verdicts["scale"].problems == []
    assert verdicts["scale"].graded == 11  # solution and right answer with two numbers of threads each
    assert any("could not be graded" in problem for problem in verdicts["column_means"].problems)
    code = run(["verify", "scale", "--course", str(root), "--seeds", "1", "--threads", "1", "--jobs", "1"])
    out = capfd.readouterr().out
    assert code == 0
    assert "ch01_basics/scale" in out


def test_threads_that_are_no_numbers_are_refused(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", "--course", str(TINY), "--threads", "1,zwei"]) == 2
    assert "give numbers such as 1,2" in capfd.readouterr().err
