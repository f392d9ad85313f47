"""Where a student stands: what a grading takes from the workspace, and what the workspace remembers of a grading."""

from collections.abc import Sequence
from dataclasses import replace

from grader.course import Course, Exercise, Record, Workspace
from grader.course.progress import Attempt
from grader.faults import Fault
from grader.report.model import Report
from grader.submission import Submission, read_submission
from grader.verdict import Cause


def with_used(exercises: Sequence[Exercise], course: Course) -> list[Exercise]:
    """The exercises and the earlier ones that they use, whose files are read too."""
    found = {exercise.id: exercise for exercise in exercises}
    waiting = [used for exercise in exercises for used in exercise.uses]
    while waiting:
        used = course.exercise(waiting.pop())
        if used.id not in found:
            found[used.id] = used
            waiting.extend(used.uses)
    return list(found.values())


def records_of(workspace: Workspace | None) -> dict[str, Record]:
    """Progress, as far as it can be read: what is wrong with it is told when it is written."""
    try:
        return workspace.progress.read() if workspace else {}
    except Fault:
        return {}


def begun_in(workspace: Workspace | None, exercises: Sequence[Exercise]) -> frozenset[str]:
    """The exercises whose file, or notebook, is there and holds more than the stub."""
    if workspace is None:
        return frozenset()
    submission = read_submission(workspace.root, exercises)
    waiting = (Cause.MISSING, Cause.NOT_IMPLEMENTED)
    unreadable = (id for id, notice in submission.notices.items() if notice.cause not in waiting)
    return frozenset({*submission.files, *unreadable})


def passed_as_they_are(workspace: Workspace | None, submission: Submission) -> list[str]:
    """Exercises whose file passed and has not been changed since."""
    records = records_of(workspace)
    return [id for id, file in submission.files.items() if id in records and records[id].passed_sha256 == file.sha256]


def with_lent(submission: Submission, used: Sequence[Exercise], workspace: Workspace | None) -> Submission:
    """What was handed in, with the workspace's version of each earlier exercise that passed there and not here."""
    if workspace is None:
        return submission
    passed = passed_as_they_are(workspace, submission)
    own = read_submission(workspace.root, [exercise for exercise in used if exercise.id not in passed])
    lent = {id: own.files[id] for id in passed_as_they_are(workspace, own)}
    return replace(submission, files=submission.files | lent, lent=frozenset(lent))


def with_hints_taken(report: Report, workspace: Workspace | None) -> Report:
    records = records_of(workspace)
    exercises = [
        exercise.model_copy(update={"hints_taken": records[exercise.id].hints}) if exercise.id in records else exercise
        for exercise in report.exercises
    ]
    return report.model_copy(update={"exercises": exercises})


def attempts_of(report: Report) -> list[Attempt]:
    """What progress remembers: exercises of which something was graded."""
    return [
        Attempt(
            exercise=exercise.id,
            points=exercise.points,
            max_points=exercise.max_points,
            passed=exercise.passed,
            sha256=exercise.submission_sha256,
            course_version=report.course_version,
            graded=report.created.isoformat(),
        )
        for exercise in report.exercises
        if any(check.cause.graded for check in exercise.checks)
    ]
