"""How the watched exercises stand: what a screen shows, and a log tells."""

from dataclasses import dataclass, field
from enum import Enum

from grader.course import Exercise
from grader.report.model import CheckResult, ExerciseResult


class Stage(Enum):
    """Where an exercise is on its way."""

    IDLE = "idle"
    WAITING = "waiting"
    RUNNING = "running"


@dataclass(slots=True)
class Standing:
    """One watched exercise. ``checks`` are those of the grading under way, as far as they have ended."""

    exercise: Exercise
    passed_before: bool = False  # by an earlier run, with the file as it is
    stage: Stage = Stage.IDLE
    checks: dict[str, CheckResult] = field(default_factory=dict)
    result: ExerciseResult | None = None

    def begin(self) -> None:
        self.stage, self.checks = Stage.RUNNING, {}

    def add(self, check: CheckResult) -> None:
        self.checks[check.id] = check

    def end(self, result: ExerciseResult) -> None:
        self.stage, self.result, self.passed_before = Stage.IDLE, result, result.passed
        self.checks = {check.id: check for check in result.checks}

    @property
    def order(self) -> list[str]:
        """Ids of all its checks as far as they are known, in the order of the file."""
        known = [check.id for check in self.result.checks] if self.result else []
        return [*known, *(id for id in self.checks if id not in known)]

    def title(self, check: CheckResult) -> str:
        """The check's title, with its case where others are called the same."""
        _, bracket, case = check.id.partition("[")
        known = [*self.checks.values(), *(self.result.checks if self.result else ())]
        alone = all(other.title != check.title or other.id == check.id for other in known)
        return check.title if alone or not bracket else f"{check.title} ({case.removesuffix(']')})"

    @property
    def failed(self) -> frozenset[str]:
        """The checks that failed at last: they are asked first the next time."""
        checks = self.result.checks if self.result else ()
        return frozenset(check.id for check in checks if check.cause.graded and not check.cause.passed)


@dataclass(slots=True)
class Board:
    """All that is watched, and the exercise that was saved last."""

    what: str  # "ch3", as it was asked for
    standings: list[Standing]
    shown: Standing | None = None
    sentence: str = ""  # what keeps from watching, or from remembering

    def of(self, exercise: Exercise) -> Standing:
        return next(each for each in self.standings if each.exercise.id == exercise.id)
