"""A journal with marks in it, without grading anything."""

from collections.abc import Mapping
from datetime import datetime

from grader.batch.intake import HandedIn
from grader.batch.journal import Journal
from grader.course import load_course
from grader.report.model import ExerciseResult
from grader.submission import Notice, Submission, SubmittedFile
from grader.verdict import Cause
from tests.batch.stand_in import ALL, FACTS, MEANS, POINTS, SCALE, TINY, result

EXERCISES = (SCALE, MEANS)


def columns(journal: Journal, exercises: tuple[str, ...] = EXERCISES) -> None:
    import json

    rows = [
        {"id": id, "number": f"1.{at}", "title": id.partition("/")[2].capitalize(), "points": POINTS[id]}
        for at, id in enumerate(exercises, 1)
    ]
    journal.set_meta("columns", json.dumps(rows))
    journal.set_meta("course", str(TINY))
    journal.set_meta("title", load_course(TINY).title)


def hand_in(
    journal: Journal,
    student: str,
    shares: Mapping[str, float | None],
    *,
    received: datetime | None = None,
    late: bool | None = None,
    attempt: int = 1,
    identifier: str = "",
    email: str = "",
    hint: str = "",
    title: str = "Values are right",
) -> int:
    """``shares``: how much of an exercise's points an attempt got; None where it could not be graded."""
    submission = Submission(student)
    for exercise in ALL:
        if exercise in shares:
            text = f"# {student} {attempt} {exercise}\n".encode()
            submission.files[exercise] = SubmittedFile.of("x.py", text)
        else:
            submission.notices[exercise] = Notice(Cause.MISSING, "was not handed in")
    handed_in = HandedIn(student, {}, identifier, email, attempt, late, received)
    keys = {exercise: f"{student}{identifier}{email}{attempt}{exercise}" for exercise in EXERCISES}
    paper = journal.take(handed_in, submission, keys)
    for exercise, key in keys.items():
        share = shares.get(exercise, 0.0)
        if share is None:
            journal.record_failure(key, exercise, "The disk is full.", 3)
        else:
            journal.record(key, marked(exercise, share, hint, title), FACTS)
    return paper


def marked(exercise: str, share: float, hint: str = "", title: str = "Values are right") -> ExerciseResult:
    whole = result(exercise, Cause.PASSED if share == 1 else Cause.FAILED, title, hint)
    return whole.model_copy(update={"points": share * whole.max_points})
