"""Grading: one pytest session an exercise, one fresh worker a check, one report a submission."""

import threading
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime

from grader import __version__
from grader.course.catalogue import Course, load_course
from grader.course.exercise import Exercise
from grader.faults import AuthorFault
from grader.judge import seeds
from grader.judge.grading import Asked, Grading, OnCheck
from grader.judge.libraries import libraries
from grader.language import language, say
from grader.report import model
from grader.sandbox.protocol import Sandbox, for_submission
from grader.submission import Submission
from grader.verdict import Cause

# pytest, the modules' names and the judge's random state belong to the process.
ONE_AT_A_TIME = threading.RLock()


class Seed:
    """The seed of a report: given, or drawn when it is first asked for, which is after a student's module loaded."""

    def __init__(self, given: int | None = None) -> None:
        self._value = given

    @property
    def value(self) -> int:
        if self._value is None:
            self._value = seeds.draw()
        return self._value


def grade(
    exercises: Sequence[Exercise],
    submission: Submission,
    sandbox: Sandbox,
    *,
    seed: int | None = None,
    device: str = "cpu",
    on_check: OnCheck | None = None,
    on_ending: OnCheck | None = None,
    on_exercise: Callable[[Exercise], None] | None = None,
    only: Collection[str] | None = None,
    first: Collection[str] = (),
    passed: Iterable[str] = (),
    course: Course | None = None,
) -> model.Report:
    """Grade a submission in ``exercises``, in their order.

    ``only`` names checks (``test_values``, ``test_values[case]``); those in ``first`` run before the others. ``passed``
    are earlier exercises whose own version later ones may use. ``on_ending`` is told a check's entry as soon as it
    ended, ``on_check`` when a hint was looked for too. A fault of the course's author in one exercise costs no other:
    it is reported as not graded.
    """
    with for_submission(sandbox) as own:
        return _graded(
            exercises, submission, own, seed=Seed(seed), device=device, on_check=on_check, on_ending=on_ending,
            on_exercise=on_exercise, only=only, first=first, passed=passed, course=course or course_of(exercises),
        )  # fmt: skip


def _graded(
    exercises: Sequence[Exercise],
    submission: Submission,
    sandbox: Sandbox,
    *,
    seed: Seed,
    device: str,
    on_check: OnCheck | None,
    on_ending: OnCheck | None,
    on_exercise: Callable[[Exercise], None] | None,
    only: Collection[str] | None,
    first: Collection[str],
    passed: Iterable[str],
    course: Course,
) -> model.Report:
    started = time.perf_counter()
    earned = set(passed)
    results = []
    for exercise in exercises:
        if on_exercise:
            on_exercise(exercise)
        result = _graded_or_author_fault(
            exercise, submission, sandbox, course, seed=seed, device=device, on_check=on_check, on_ending=on_ending,
            only=only, first=first, passed=earned,
        )  # fmt: skip
        earned = earned | {result.id} if result.passed else earned - {result.id}
        results.append(result)
    return model.Report(
        torchgrade=__version__,
        course=course.title_in(language()),
        course_version=course.version,
        student=submission.name,
        created=datetime.now(UTC),
        seed=seed.value,
        device=device,
        libraries=libraries(),
        sandbox=_sandbox_facts(sandbox),
        chapters={chapter.id: chapter.title(language()) for chapter in course.chapters if chapter.exercises},
        exercises=results,
        seconds=time.perf_counter() - started,
    )


def grade_exercise(
    exercise: Exercise,
    submission: Submission,
    sandbox: Sandbox,
    course: Course | None = None,
    *,
    seed: int | Seed | None = None,
    device: str = "cpu",
    on_check: OnCheck | None = None,
    on_ending: OnCheck | None = None,
    only: Collection[str] | None = None,
    first: Collection[str] = (),
    passed: Iterable[str] = (),
    beside: Mapping[str, bytes] | None = None,
    hints: bool = True,
) -> model.ExerciseResult:
    """Grade one exercise. ``beside`` are further modules for the student's file to import ("reference").

    Without ``hints`` no misunderstanding is looked for, which takes a run of the check for each known wrong answer.

    Raises AuthorFault where the checks can't be collected or contradict themselves.
    """
    drawn = seed if isinstance(seed, Seed) else Seed(seed)
    with ONE_AT_A_TIME:
        asked = Asked(
            exercise=exercise,
            submission=submission,
            sandbox=sandbox,
            course=course or course_of([exercise]),
            seed=lambda: drawn.value,
            device=device,
            on_check=on_check,
            on_ending=on_ending,
            only=only,
            first=first,
            passed=frozenset(passed),
            beside=dict(beside or {}),
            hints=hints,
        )
        return Grading(asked).result()


def course_of(exercises: Sequence[Exercise]) -> Course:
    """The course that exercises lie in: COURSE/exercises/CHAPTER/NAME."""
    return load_course(exercises[0].folder.parents[2])


def _graded_or_author_fault(exercise: Exercise, *arguments: object, **options: object) -> model.ExerciseResult:
    try:
        return grade_exercise(exercise, *arguments, **options)  # type: ignore[arg-type]
    except AuthorFault as fault:
        return _not_graded(exercise, str(fault))


def _not_graded(exercise: Exercise, sentence: str) -> model.ExerciseResult:
    """An exercise whose checks are broken: nobody's zero, and the instructor learns why."""
    notice = model.Feedback(
        headline=say(
            "This exercise could not be graded: its checks are broken. It is not counted. Tell your instructor."
        )
    )
    broken = model.CheckResult(
        id="checks.py",
        title=say("The checks of this exercise"),
        visibility="hidden",
        cause=Cause.BROKEN_CHECK,
        owner=Cause.BROKEN_CHECK.owner,
        points=0,
        max_points=0,
        feedback=notice,
        instructor=model.ForInstructor(traceback=sentence),
    )
    return model.ExerciseResult(
        id=exercise.id,
        number=exercise.number,
        title=exercise.title_in(language()),
        points=0,
        max_points=0,
        checks=[broken],
        notice=notice,
    )


def _sandbox_facts(sandbox: Sandbox) -> model.SandboxFacts:
    return model.SandboxFacts(
        driver=sandbox.name,
        isolation=sandbox.isolation,  # type: ignore[arg-type]  # pydantic checks it
        barriers={barrier.name: barrier.held for barrier in sandbox.barriers()},
    )
