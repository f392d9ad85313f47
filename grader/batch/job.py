"""One paper's answers to grade, as they travel to a judge, and what comes back."""

import hashlib
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from grader import __version__
from grader.course import Course, Exercise
from grader.course.content import exercise_hash
from grader.language import language
from grader.notebook import is_notebook
from grader.report.model import ExerciseResult, Report
from grader.submission import Notice, Submission


@dataclass(frozen=True, slots=True)
class Job:
    """Everything that a judge needs beside the course: it reads nothing of the submissions' folder or the journal."""

    paper: int
    student: str
    exercises: tuple[str, ...]  # ids to grade, in the course's order
    submission: Submission  # also of the exercises that these use
    passed: tuple[str, ...] = ()  # used exercises that the student has passed
    keys: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Graded:
    """A result, or the sentence on why there is none, for one exercise of a job."""

    exercise: str
    result: ExerciseResult | None = None
    facts: Mapping[str, object] = field(default_factory=dict)
    failure: str = ""
    lasting: bool = False  # trying again would give the same


def answer_keys(
    submission: Submission, exercises: Sequence[Exercise], hashes: Mapping[str, str], device: str
) -> dict[str, str]:
    """By exercise, what its result is found by: the answer, the answers that it uses, the checks, the language of
    what is said about it, the versions.
    """
    own = {exercise.id: _own(submission, exercise) for exercise in exercises}
    keys = {}
    for exercise in exercises:
        used = [own[id] for id in _closure(exercise, exercises) if id in own]
        parts = [exercise.id, hashes[exercise.id], device, language(), __version__, own[exercise.id], *used]
        keys[exercise.id] = hashlib.sha256(json.dumps(parts).encode()).hexdigest()
    return keys


def exercise_hashes(course: Course, exercises: Sequence[Exercise]) -> dict[str, str]:
    return {exercise.id: exercise_hash(exercise, course) for exercise in exercises}


def _own(submission: Submission, exercise: Exercise) -> str:
    file, notice = submission.files.get(exercise.id), submission.notices.get(exercise.id)
    if file is not None:  # of a notebook, what is said names its cells
        return f"notebook {file.sha256}" if is_notebook(file.path) else file.sha256
    return f"{notice.cause}: {notice.sentence}" if notice else "missing"


def _closure(exercise: Exercise, exercises: Sequence[Exercise]) -> list[str]:
    """The ids of what an exercise uses, and of what that uses."""
    by_id = {each.id: each for each in exercises}
    found: list[str] = []
    waiting = list(exercise.uses)
    while waiting:
        id = waiting.pop()
        if id not in found:
            found.append(id)
            waiting.extend(by_id[id].uses if id in by_id else ())
    return sorted(found)


def results_of(report: Report) -> list[Graded]:
    """What a report says about each exercise; what is nobody's grade becomes a failure."""
    facts = {
        "seed": report.seed, "device": report.device, "libraries": report.libraries, "torchgrade": report.torchgrade,
        "course": report.course, "course_version": report.course_version, "sandbox": report.sandbox.model_dump(),
        "chapters": report.chapters,
    }  # fmt: skip
    return [_graded(result, facts) for result in report.exercises]


def _graded(result: ExerciseResult, facts: Mapping[str, object]) -> Graded:
    for check in result.checks:
        if check.cause.owner is not None and not check.cause.graded:
            said = check.instructor.traceback if check.instructor else ""
            sentence = said or (check.feedback.headline if check.feedback else str(check.cause))
            return Graded(
                result.id, failure=f"{check.title}: {sentence}".strip(), lasting=check.cause == "broken_check"
            )
    return Graded(result.id, result, facts)


OnGraded = Callable[[Graded], None]


def ungraded(exercises: Collection[str], sentence: str, *, lasting: bool = False) -> list[Graded]:
    """The same failure for each of these."""
    return [Graded(id, failure=sentence, lasting=lasting) for id in exercises]


def notice_of(cause: str, sentence: str) -> Notice:
    from grader.verdict import Cause

    return Notice(Cause(cause), sentence)
