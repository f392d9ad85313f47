"""What only an instructor may read, planted as canaries, comes out of no format that a student gets."""

import pytest

from grader.report import formats
from grader.report.model import Feedback
from grader.report.student import student_copy
from grader.verdict import Cause
from tests.report import samples
from tests.report.samples import CANARIES

WITHHELD = {"hint_level", "withheld"}


@pytest.mark.parametrize("name", sorted(formats.FORMATS))
def test_no_canary_reaches_a_student(name: str) -> None:
    text = formats.find(name)(samples.mixed())
    assert [canary for canary, planted in CANARIES.items() if planted in text] == []


@pytest.mark.parametrize("name", ["html", "json", "terminal"])
def test_the_instructor_reads_them_all(name: str) -> None:
    text = formats.find(name)(samples.mixed(), for_instructor=True)
    # A terminal does not show the feedback of every failed check, the other formats do.
    wanted = set(CANARIES) - (WITHHELD | {"hidden_output"} if name == "terminal" else set())
    assert {canary for canary in wanted if CANARIES[canary] not in text} == set()


def test_feedback_levels() -> None:
    feedback = Feedback(
        headline="Too small.", details=["By 2."], expected="4", actual="2", hint="Look.", misunderstanding="Known.",
        smallest_input={"x": "1"},
    )  # fmt: skip
    levels = ("full", "hint", "none")
    checks = [
        samples.check(f"test_{level}", level, Cause.FAILED, feedback_level=level, feedback=feedback) for level in levels
    ]
    report = samples.report([samples.all_passed().model_copy(update={"checks": checks})])
    full, hint, none = (check.feedback for check in student_copy(report).exercises[0].checks)
    assert full == feedback
    assert hint == Feedback(headline="Too small.", hint="Look.", misunderstanding="Known.")
    assert none is None


def test_why_a_check_was_not_graded_is_never_withheld() -> None:
    sentence = Feedback(headline="This check could not be graded.", details=["disk full"])
    check = samples.check("test_a", "A", Cause.INFRASTRUCTURE, feedback_level="none", feedback=sentence)
    report = samples.report([samples.all_passed().model_copy(update={"checks": [check]})])
    assert student_copy(report).exercises[0].checks[0].feedback == Feedback(headline="This check could not be graded.")


def test_a_visible_check_shows_what_was_printed() -> None:
    assert "grad norm 1.2247" in formats.find("html")(samples.mixed())


def test_a_copy_of_a_copy_is_the_same() -> None:
    once = student_copy(samples.mixed())
    assert student_copy(once) == once


def test_points_and_causes_stay() -> None:
    report = samples.mixed()
    copy = student_copy(report)
    assert (copy.points, copy.max_points) == (report.points, report.max_points)
    causes = [[check.cause for check in exercise.checks] for exercise in report.exercises]
    assert [[check.cause for check in exercise.checks] for exercise in copy.exercises] == causes
