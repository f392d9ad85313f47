"""What an instructor is told of answers that were read and can't be graded as they are, or are not the only one."""

from collections.abc import Iterator, Sequence

from grader.batch.intake.model import HandedIn, Problem
from grader.course import Exercise
from grader.submission import Submission
from grader.verdict import Cause


def unusable(handed_in: HandedIn, submission: Submission, exercises: Sequence[Exercise]) -> Iterator[Problem]:
    """Files that are nothing to run, notebooks without anything to run for what is graded, and which of two answers
    counts.
    """
    notices = [notice for exercise in exercises if (notice := submission.notices.get(exercise.id)) is not None]
    for notice in notices:
        if notice.cause is Cause.IMPORT_ERROR:
            yield Problem(handed_in.student, notice.sentence)
    idle = [notice.sentence for notice in notices if notice.idle]
    if idle and not submission.files:  # of one that answers other exercises, the gradebook says enough
        yield Problem(handed_in.student, idle[0])
    for exercise in exercises:
        file = submission.files.get(exercise.id)
        if file is not None and file.remark:
            yield Problem(handed_in.student, f"{exercise.number}: {file.remark}")
