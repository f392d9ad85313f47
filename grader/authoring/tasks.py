"""Pieces of work that travel to another process, each with everything that its outcome hangs on."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from grader.authoring.local.model import Answer, End, Run, Wish
from grader.course import Course

if TYPE_CHECKING:
    from grader.authoring.local.runner import LocalRuns


@dataclass(frozen=True, slots=True)
class KnownTask:
    """An answer whose grade is known, in process, with some seeds. The outcome is a ``Run``."""

    exercise: str
    label: str
    answer: Answer
    wish: Wish

    @property
    def facts(self) -> tuple[object, ...]:
        beside = sorted((name, content.hex()) for name, content in self.answer.beside.items())
        return "known", self.label, self.answer.source.hex(), beside, self.wish.seeds, self.wish.threads

    @property
    def outcome(self) -> type[Run]:
        return Run

    def perform(self, course: Course) -> Run:
        from grader.authoring.local.runner import LocalRuns

        runs = LocalRuns(course.exercise(self.exercise), course)
        return runs.during(lambda runs: runs.confirmed(self.answer, self.wish))


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a mutant: the check that caught it, in which way, and what it said; "" where none did."""

    killed_by: str
    end: End
    said: str = ""

    @property
    def killed(self) -> bool:
        return self.end != "passed"


@dataclass(frozen=True, slots=True)
class MutantTask:
    """One mutant, in process, until a check fails. The outcome is a ``Fate``. ``about`` names the changed function."""

    exercise: str
    source: bytes
    about: str
    checks: tuple[str, ...]
    cpu_seconds: Mapping[str, float] = field(default_factory=dict)

    @property
    def facts(self) -> tuple[object, ...]:
        return "mutant", self.source.hex()

    @property
    def outcome(self) -> type[Fate]:
        return Fate


@dataclass(frozen=True, slots=True)
class MutantBatch:
    """Mutants of one exercise that run one after the other, from one started session."""

    exercise: str
    tasks: tuple[MutantTask, ...]

    def perform(self, course: Course) -> list[Fate]:
        from grader.authoring.local.runner import LocalRuns

        return LocalRuns(course.exercise(self.exercise), course).during(
            lambda runs: [_fate(runs, task) for task in self.tasks]
        )


# The checks that caught earlier mutants of a function, the last one last. They are asked first: it is all about time.
_killers: dict[tuple[str, str], list[str]] = defaultdict(list)


def _fate(runs: "LocalRuns", task: MutantTask) -> Fate:
    answer = Answer(task.exercise, task.source)
    known = _killers[task.exercise, task.about]
    # An exercise of another course may have had the same name, and other checks.
    order = (*dict.fromkeys([*(check for check in reversed(known) if check in task.checks), *task.checks]),)
    wish = Wish(checks=order, stop=True, cpu_seconds=task.cpu_seconds)
    run = runs.run(answer, wish)
    if run.fault:
        return Fate("", "failed", run.fault)
    end = run.ends[-1]
    if end.caught and len(run.ends) > 1 and not runs.run(answer, _alone(wish, end.check)).caught:
        ends = [runs.run(answer, _alone(wish, check)).ends[-1] for check in order]  # what earlier checks left did it
        end = next((end for end in ends if end.caught), ends[-1])
    if not end.caught:
        return Fate("", "passed")
    known.append(end.check)
    return Fate(end.check, end.end, end.said)


def _alone(wish: Wish, check: str) -> Wish:
    return replace(wish, checks=(check,))
