"""One trial: one known answer, graded in a real sandbox with one seed and one number of threads."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from grader.authoring.expectations import problems
from grader.authoring.variants import variants
from grader.checks.margin import measured
from grader.course import Course, Exercise
from grader.judge.program import REFERENCE_MODULE
from grader.judge.session import grade_exercise
from grader.sandbox.protocol import Sandbox
from grader.submission import Submission, SubmittedFile

_SHOULD_BE_ENOUGH = 3  # longer limits with more threads: a busy machine is not the answer's fault


@dataclass(frozen=True, slots=True)
class Trial:
    """What to grade. Travels to another process, so it names things in place of holding them."""

    exercise: str
    variant: str
    seed: int
    threads: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a trial. ``margins`` is the used share of the allowed error, by check (the reference's only)."""

    trial: Trial
    problems: tuple[str, ...]
    checks: tuple[str, ...]
    margins: dict[str, float]
    seconds: float


def trials(exercise: Exercise, seeds: int, thread_counts: tuple[int, ...]) -> Iterator[Trial]:
    """Right answers meet every seed with every number of threads; wrong ones every seed; the stub, which draws
    nothing, one."""
    for variant in variants(exercise):
        wanted_seeds = 1 if variant.kind == "stub" else seeds
        counts = thread_counts if variant.kind in ("solution", "right") else thread_counts[:1]
        for seed in range(1, wanted_seeds + 1):
            for threads in counts:
                yield Trial(exercise.id, variant.label, seed, threads)


def run_trial(trial: Trial, course: Course, sandbox: Sandbox) -> Outcome:
    """Grade it. Raises AuthorFault where the checks can't be collected."""
    exercise = _with_threads(course.exercise(trial.exercise), trial.threads)
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
            beside={REFERENCE_MODULE: known["solution"].content},
            hints=False,
        )
    return Outcome(
        trial,
        tuple(problems(variant, result)),
        tuple(check.id for check in result.checks),
        dict(margins) if variant.kind == "solution" else {},
        result.seconds,
    )


def _with_threads(exercise: Exercise, threads: int) -> Exercise:
    if threads == exercise.limits.threads:
        return exercise
    limits = exercise.limits
    longer = replace(limits, threads=threads, cpu_seconds=limits.cpu_seconds * _SHOULD_BE_ENOUGH)
    return replace(exercise, limits=longer)
