"""Exercises that use earlier ones: the student's own version if it passed, else the reference."""

from pathlib import Path

import pytest

from grader.course import load_course
from grader.faults import AuthorFault
from grader.judge.session import grade, grade_exercise
from grader.report.model import Report
from grader.submission import Submission, SubmittedFile
from tests.judge.conftest import ForkedSandbox, causes

COURSE = load_course(Path(__file__).parents[1] / "courses" / "tiny")
MEANS, STANDARDISE = COURSE.exercise("ch01_basics/column_means"), COURSE.exercise("ch02_reuse/standardise")
MARKED = b"MARK = 1\n"


def submission(means: bytes | None = None, standardise: bytes | None = None) -> Submission:
    files = {
        MEANS.id: MEANS.reference.read_bytes() if means is None else means,
        STANDARDISE.id: STANDARDISE.reference.read_bytes() if standardise is None else standardise,
    }
    return Submission("ann", {id: SubmittedFile.of(f"{id}.py", content) for id, content in files.items()})


def graded(handed_in: Submission, **options: object) -> Report:
    return grade([MEANS, STANDARDISE], handed_in, ForkedSandbox(), course=COURSE, seed=3, **options)  # type: ignore[arg-type]


def test_the_students_own_version_is_used_once_it_passed() -> None:
    report = graded(submission())
    assert [used.version for used in report.exercises[1].uses] == ["yours"]
    assert report.exercises[1].passed


def test_the_reference_is_used_where_the_students_version_fails() -> None:
    report = graded(submission(means=b"def column_means(x): return x.sum(1)\n"))
    assert not report.exercises[0].passed
    assert [(used.exercise, used.version) for used in report.exercises[1].uses] == [(MEANS.id, "reference")]
    assert report.exercises[1].passed


def test_an_earlier_pass_counts_and_the_worker_really_gets_that_version() -> None:
    own = b"from column_means import MARK, column_means\n" + STANDARDISE.reference.read_bytes()
    files = submission(MARKED + MEANS.reference.read_bytes(), own)
    alone = grade_exercise(STANDARDISE, files, ForkedSandbox(), COURSE, seed=3, passed=[MEANS.id])
    assert alone.passed
    without = grade_exercise(STANDARDISE, files, ForkedSandbox(), COURSE, seed=3)
    assert set(causes(without).values()) == {"import_error"}


def test_while_a_reference_is_in_the_sandbox_the_students_text_stays_with_the_instructor() -> None:
    leak = b"import column_means\nraise RuntimeError(open(column_means.__file__).read())\n"
    result = grade_exercise(STANDARDISE, submission(standardise=leak), ForkedSandbox(), COURSE, seed=3)
    student = result.model_dump_json(exclude={"checks": {"__all__": {"instructor"}}})
    assert "could not be imported" in student
    assert "def column_means" not in student
    printing = b"import column_means\nprint(open(column_means.__file__).read())\ndef standardise(x): return x\n"
    result = grade_exercise(STANDARDISE, submission(standardise=printing), ForkedSandbox(), COURSE, seed=3)
    assert all(check.output is None for check in result.checks)


def test_a_reference_that_is_not_there_is_the_authors_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    handed_in = submission()
    monkeypatch.setattr(type(MEANS), "reference", property(lambda exercise: Path("/nowhere/x.py")))
    with pytest.raises(AuthorFault, match="reference"):
        grade_exercise(STANDARDISE, handed_in, ForkedSandbox(), COURSE, seed=3)
