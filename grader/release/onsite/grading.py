"""Grading on a platform: a report after every check, so that whatever ends the container leaves what was known."""

import contextlib
import json
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from grader import __version__
from grader.course import Course, Exercise, load_course, resolve_targets
from grader.faults import Fault, InfrastructureFault, StudentFault
from grader.language import LANGUAGES, language, use
from grader.language.choice import VARIABLE
from grader.release.onsite.place import strongest_sandbox
from grader.report.model import CheckResult, ExerciseResult, Report, SandboxFacts
from grader.sandbox import Sandbox
from grader.submission import Submission, read_submission

Write = Callable[[Report], None]


@dataclass(frozen=True, slots=True)
class Task:
    """What an export says is to be graded; beside it lies the course."""

    course: Path
    targets: tuple[str, ...]
    language: str = "en"

    @classmethod
    def read(cls, file: Path, course: Path | None = None) -> "Task":
        """The course lies beside the file, unless said otherwise. Raises InfrastructureFault."""
        try:
            content = json.loads(file.read_text(encoding="utf-8"))
            here = course or file.parent / "course"
            return cls(here, tuple(content["targets"]), str(content.get("language", "en")))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise InfrastructureFault(f"{file} is not what `grade export` wrote: {error}.") from error


def grade_here(task: Task, submitted: Path, hidden: tuple[Path, ...], write: Write, *, alone: bool = True) -> Report:
    """Grade the folder ``submitted``. ``write`` is given an unfinished report after every check, the whole one at last.
    ``alone`` says that this is a container or machine for grading alone.

    Raises a Fault where nothing could be graded at all; nothing was written then. The process speaks the task's
    language from now on, or that of TORCHGRADE_LANG.
    """
    use(_spoken(task))
    course = load_course(task.course)
    exercises = resolve_targets(course, task.targets)
    submission = _read(submitted, exercises)
    with _warming((task.course, *hidden), alone) as warming:
        from grader.judge.session import grade  # imports torch, as the sandbox does at the same time

        sandbox = warming.result()
        known = Known(course, sandbox, write)
        report = grade(
            exercises, submission, sandbox, course=course, on_exercise=known.on_exercise, on_check=known.on_check
        )  # fmt: skip
    write(report)
    return report


def _spoken(task: Task) -> str:
    asked = os.environ.get(VARIABLE) or task.language
    return asked if asked in LANGUAGES else "en"


@contextlib.contextmanager
def _warming(hidden: Iterable[Path], alone: bool) -> Iterator["Future[Sandbox]"]:
    """The sandbox to be, closed at the end. The thread lives as long: bubblewrap dies with the one that started it."""
    with ThreadPoolExecutor(1, "sandbox start") as starter:
        warming = starter.submit(strongest_sandbox, hidden, alone=alone)
        try:
            yield warming
        finally:
            with contextlib.suppress(Fault):
                warming.result().close()


def _read(submitted: Path, exercises: list[Exercise]) -> Submission:
    """Also where nothing was handed in: each exercise then says so."""
    try:
        return read_submission(submitted, exercises)
    except StudentFault:
        if submitted.is_dir():
            raise
        return Submission(None)


class Known:
    """What is known so far, as a report that says that it is unfinished."""

    def __init__(self, course: Course, sandbox: Sandbox, write: Write) -> None:
        self._course = course
        self._facts = SandboxFacts(driver=sandbox.name, isolation=sandbox.isolation, barriers={})  # type: ignore[arg-type]
        self._write = write
        self._done: list[tuple[Exercise, list[CheckResult]]] = []

    def on_exercise(self, exercise: Exercise) -> None:
        self._done.append((exercise, []))

    def on_check(self, check: CheckResult) -> None:
        self._done[-1][1].append(check)
        self._write(self.report())

    def report(self) -> Report:
        from grader.judge.libraries import libraries

        return Report(
            torchgrade=__version__,
            course=self._course.title_in(language()),
            course_version=self._course.version,
            created=datetime.now(UTC),
            seed=None,
            device="cpu",
            libraries=libraries(),
            sandbox=self._facts,
            chapters={chapter.id: chapter.title(language()) for chapter in self._course.chapters if chapter.exercises},
            exercises=[_so_far(exercise, checks) for exercise, checks in self._done],
            finished=False,
        )


def _so_far(exercise: Exercise, checks: list[CheckResult]) -> ExerciseResult:
    graded = [check for check in checks if check.cause.graded]
    return ExerciseResult(
        id=exercise.id,
        number=exercise.number,
        title=exercise.title_in(language()),
        points=sum(check.points for check in graded),
        max_points=sum(check.max_points for check in graded),
        checks=checks,
    )
