"""A class of the tiny course, and an executor that grades it at once: full points where the file says ``right``."""

import os
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from grader.batch.intake import take_in
from grader.batch.job import Graded, Job, ungraded
from grader.batch.journal import Journal
from grader.batch.run import Run, Tally
from grader.course import Course, load_course
from grader.report.model import CheckResult, ExerciseResult, Feedback
from grader.verdict import Cause

TINY = Path(__file__).parents[1] / "courses" / "tiny"
SCALE, MEANS, STANDARDISE = "ch01_basics/scale", "ch01_basics/column_means", "ch02_reuse/standardise"
ALL = (SCALE, MEANS, STANDARDISE)
POINTS = {SCALE: 4.0, MEANS: 3.0, STANDARDISE: 2.0}
FACTS = {
    "seed": 1, "device": "cpu", "libraries": {"python": "3"}, "torchgrade": "1", "course": "A tiny course",
    "course_version": "0" * 64, "sandbox": {"driver": "none", "isolation": "full", "barriers": {}}, "chapters": {},
}  # fmt: skip


def result(
    exercise: str, cause: Cause = Cause.PASSED, title: str = "Values are right", hint: str = ""
) -> ExerciseResult:
    """One exercise with two checks, of which the second ends with ``cause``."""
    most = POINTS[exercise]
    feedback = None if cause.passed else Feedback(headline="Not yet.", misunderstanding=hint or None)
    checks = [
        CheckResult(id="test_shape", title="The shape is right", visibility="visible", cause=Cause.PASSED,
                    points=most / 4, max_points=most / 4),
        CheckResult(id="test_values", title=title, visibility="hidden", cause=cause,
                    points=3 * most / 4 if cause.passed else 0, max_points=3 * most / 4, feedback=feedback),
    ]  # fmt: skip
    return ExerciseResult(
        id=exercise, number=f"1.{ALL.index(exercise) + 1}", title=exercise.partition("/")[2].capitalize(),
        points=sum(check.points for check in checks), max_points=most, checks=checks, seconds=0.25,
    )  # fmt: skip


def by_content(job: Job, exercise: str) -> Graded:
    """Full points for what says ``right``, a quarter for the rest, none for what was not handed in."""
    file = job.submission.files.get(exercise)
    if file is None:
        cause = job.submission.notices[exercise].cause
        nothing = result(exercise, cause).model_copy(update={"points": 0.0})
        return Graded(exercise, nothing, FACTS)
    return Graded(exercise, result(exercise, Cause.PASSED if b"right" in file.content else Cause.FAILED), FACTS)


@dataclass(slots=True)
class StandIn:
    """Grades in this process, a job at a time. ``seen`` is every (student, exercise) that was given to it."""

    grade: Callable[[Job, str], Graded] = by_content
    seen: list[tuple[str, str]] = field(default_factory=list)
    log: Path | None = None  # a line a key, before it is graded
    seconds: float = 0.0
    current: list[str] = field(default_factory=list)

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Graded]]:
        for job in jobs:
            for exercise in job.exercises:
                self.seen.append((job.student, exercise))
                self._log(job.keys[exercise])
                time.sleep(self.seconds)
                yield job, self.grade(job, exercise)

    def _log(self, key: str) -> None:
        if self.log is not None:
            descriptor = os.open(self.log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
            os.write(descriptor, f"{key}\n".encode())
            os.close(descriptor)

    def close(self) -> None:
        pass


def fails(times: int, sentence: str = "The disk is full.") -> Callable[[Job, str], Graded]:
    """Fails so often on each answer, then grades it."""
    left: dict[str, int] = {}

    def grade(job: Job, exercise: str) -> Graded:
        left[job.keys[exercise]] = left.get(job.keys[exercise], times) - 1
        return by_content(job, exercise) if left[job.keys[exercise]] < 0 else ungraded([exercise], sentence)[0]

    return grade


def hand_in(root: Path, answers: dict[str, dict[str, str]]) -> Path:
    """``{"ada": {"scale": "right"}}`` as a folder a student."""
    for student, files in answers.items():
        (root / student).mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (root / student / f"{name}.py").write_text(f"# {text}\n")
    return root


def go(
    journal: Journal, folder: Path, executor: StandIn, exercises: Iterable[str] = ALL, course: Course | None = None
) -> Tally:
    """Take in and grade."""
    course = course or load_course(TINY)
    chosen = [course.exercise(id) for id in exercises]
    run = Run(journal, course, chosen)
    run.take(take_in(folder, [exercise.name for exercise in chosen]))
    return run.grade_all(executor)


def points(journal: Journal) -> dict[tuple[str, int, str], float | None]:
    """What each answer got, by student, attempt and exercise."""
    found: dict[tuple[str, int, str], float | None] = {}
    for paper in journal.papers():
        for answer in journal.answers(paper.id):
            score = journal.score(answer.key)
            found[paper.student, paper.attempt, answer.exercise] = score[0] if score else None
    return found
