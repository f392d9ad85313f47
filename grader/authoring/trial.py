"""One trial: one known answer, graded in a real sandbox as a submission is."""

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from grader.authoring.expectations import problems
from grader.authoring.messages import messages_of
from grader.authoring.variants import variants
from grader.course import Course, Exercise
from grader.submission import Submission, SubmittedFile

if TYPE_CHECKING:
    from grader.sandbox.protocol import Sandbox


@dataclass(frozen=True, slots=True)
class Trial:
    """What to grade. Travels to another process, so it names things in place of holding them.

    ``only``: the checks to grade with; None for all.
    """

    exercise: str
    variant: str
    seed: int
    only: tuple[str, ...] | None = None
    content: bytes = b""  # of the answer: what the outcome hangs on

    @property
    def facts(self) -> tuple[object, ...]:
        return "trial", self.variant, self.seed, self.only, self.content.hex()

    @property
    def outcome(self) -> "type[Outcome]":
        return Outcome


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a trial, by check: ``margins``, the used share of the allowed error (the reference's only), and
    ``messages``, what the student reads (of the checks that a wrong answer names).
    """

    problems: tuple[str, ...]
    checks: tuple[str, ...]
    margins: dict[str, float]
    seconds: float
    messages: dict[str, str] = field(default_factory=dict)


_PATIENCE = 4  # times the wall time that a check may take: a busy machine is not the answer's fault


def run_trial(trial: Trial, course: Course, sandbox: "Sandbox") -> Outcome:
    """Grade it. Raises AuthorFault where the checks can't be collected."""
    from grader.checks.margin import measured
    from grader.judge.program import REFERENCE_MODULE
    from grader.judge.session import grade_exercise

    exercise = _patient(course.exercise(trial.exercise))
    known = {variant.label: variant for variant in variants(exercise)}
    variant = known[trial.variant]
    submission = Submission(None, {exercise.id: SubmittedFile.of(exercise.file, variant.content)})
    with measured() as margins:
        result = grade_exercise(
            exercise,
            submission,
            sandbox,
            course,
            seed=trial.seed,
            only=trial.only,
            beside={REFERENCE_MODULE: known["solution"].content},
            hints=False,
        )
    return Outcome(
        tuple(problems(variant, result)),
        tuple(check.id for check in result.checks),
        dict(margins) if variant.kind == "solution" else {},
        result.seconds,
        messages_of(variant, result.checks),
    )


def _patient(exercise: Exercise) -> Exercise:
    limits = exercise.limits
    return replace(exercise, limits=replace(limits, wall_seconds=limits.wall_seconds * _PATIENCE))
