"""``grade verify``: every known answer to every exercise, graded, and what did not come out as it must."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from grader.authoring.expectations import toothless
from grader.authoring.pool import run_trials
from grader.authoring.trial import Outcome, Trial, trials
from grader.authoring.variants import variants
from grader.course import Course, Exercise
from grader.faults import AuthorFault

SEEDS = 3
THREAD_COUNTS = (1, 2)
TIGHT = 0.5  # a reference that uses up more of a tolerance than this is one unlucky seed away from failing


@dataclass(slots=True)
class ExerciseVerdict:
    """What verify found about one exercise. ``margin`` is the largest used share of an allowed error."""

    exercise: Exercise
    problems: list[str] = field(default_factory=list)
    answers: int = 0
    graded: int = 0
    checks: int = 0
    margin: float | None = None
    margin_of: str = ""
    seconds: float = 0.0

    @property
    def sound(self) -> bool:
        return not self.problems


def verify(
    course: Course,
    exercises: Sequence[Exercise],
    *,
    seeds: int = SEEDS,
    thread_counts: tuple[int, ...] = THREAD_COUNTS,
    jobs: int = 1,
    sandbox: str = "auto",
    on_start: Callable[[int], None] | None = None,
    on_trial: Callable[[Outcome], None] | None = None,
) -> list[ExerciseVerdict]:
    """Grade all known answers of ``exercises`` and say what is wrong, an entry an exercise, in their order.

    ``seeds`` is how many seeds each answer meets; ``jobs`` how many processes grade, each with a sandbox of its own.
    """
    verdicts = {exercise.id: ExerciseVerdict(exercise) for exercise in exercises}
    plan: list[Trial] = []
    for exercise in exercises:
        try:
            plan += trials(exercise, seeds, thread_counts)
        except AuthorFault as fault:
            verdicts[exercise.id].problems.append(str(fault))
    if on_start:
        on_start(len(plan))
    outcomes: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in run_trials(course.root, plan, jobs, sandbox):
        outcomes[outcome.trial.exercise].append(outcome)
        if on_trial:
            on_trial(outcome)
    for id, found in outcomes.items():
        _summarise(verdicts[id], found)
    return list(verdicts.values())


def _summarise(verdict: ExerciseVerdict, outcomes: Iterable[Outcome]) -> None:
    """Add up what the trials of one exercise found."""
    outcomes = sorted(outcomes, key=lambda o: (o.trial.variant, o.trial.seed, o.trial.threads))
    known = variants(verdict.exercise)
    checks = list(dict.fromkeys(check for outcome in outcomes for check in outcome.checks))
    verdict.answers, verdict.graded, verdict.checks = len(known), len(outcomes), len(checks)
    verdict.seconds = sum(outcome.seconds for outcome in outcomes)
    verdict.problems += _told_once(outcomes)
    verdict.problems += toothless(checks, known)
    margins = [(share, check) for outcome in outcomes for check, share in outcome.margins.items()]
    if margins:
        verdict.margin, verdict.margin_of = max(margins)
        if verdict.margin > TIGHT:
            verdict.problems.append(
                f"solution: {verdict.margin_of} uses {verdict.margin:.0%} of its tolerance; allow more, at least twice"
            )


def _told_once(outcomes: Iterable[Outcome]) -> list[str]:
    """Each problem once, with the seeds and numbers of threads that show it."""
    shown: dict[str, list[Trial]] = defaultdict(list)
    for outcome in outcomes:
        for problem in outcome.problems:
            shown[problem].append(outcome.trial)
    return [f"{problem} ({_when(trials)})" for problem, trials in shown.items()]


def _when(trials: Sequence[Trial]) -> str:
    seeds = sorted({trial.seed for trial in trials})
    threads = sorted({trial.threads for trial in trials})
    return f"seed {', '.join(map(str, seeds))}; threads {', '.join(map(str, threads))}"
