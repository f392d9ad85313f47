"""The checks of an exercise as pytest collected them: what each is, what it waits for, what it is worth."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import pytest

from grader.course.exercise import Exercise
from grader.faults import AuthorFault
from grader.judge import dependencies, points
from grader.judge.check import Check, read_check
from grader.language import say
from grader.verdict import Cause

_ELSEWHERE = ""  # the id of no check


@dataclass(frozen=True, slots=True)
class CheckSet:
    """Everything is by check id, in the order of the file."""

    items: Mapping[str, pytest.Item]
    checks: Mapping[str, Check]
    depends: dependencies.Graph
    shares: Mapping[str, float]  # points out of the exercise's
    total: float  # points of the exercise
    elsewhere: float = 0.0  # weight of the checks that this version of the course does not have

    @classmethod
    def of(cls, items: Sequence[pytest.Item], exercise: Exercise) -> "CheckSet":
        """Raises AuthorFault for a set that is empty or contradicts itself."""
        read = [(read_check(item), item) for item in items]
        checks = {check.id: check for check, _ in read}
        if not checks:
            raise AuthorFault(say("{file} holds no check.", file=exercise.checks))
        if len(checks) < len(items):
            raise AuthorFault(say("{file}: two checks have the same id.", file=exercise.checks))
        depends = dependencies.resolve(list(checks), {id: check.depends for id, check in checks.items()})
        elsewhere = exercise.elsewhere.weight if exercise.elsewhere else 0.0
        weights = {id: check.weight for id, check in checks.items()} | {_ELSEWHERE: elsewhere}
        shares = points.scaled(weights, exercise.points)
        return cls({check.id: item for check, item in read}, checks, depends, shares, exercise.points, elsewhere)

    def wanted(self, only: Collection[str] | None) -> list[str]:
        """The checks that ``only`` names, by id or by function; all where it is None."""
        return [id for id in self.checks if only is None or id in only or dependencies.case_of(id)[0] in only]

    def to_run(self, wanted: Collection[str], first: Collection[str] = ()) -> list[str]:
        """``wanted`` and what they depend on, in an order in which they can run; ``first`` as early as that allows."""
        chosen = dependencies.with_dependencies(wanted, self.depends)
        asked = sorted(self.checks, key=lambda id: id not in first)
        return [id for id in dependencies.ordered(asked, self.depends) if id in chosen]

    def totals(self, causes: Mapping[str, Cause]) -> tuple[float, float]:
        """(points, points that could be had) of the checks in ``causes``."""
        weights = {id: check.weight for id, check in self.checks.items()} | {_ELSEWHERE: self.elsewhere}
        return points.totals(weights, causes, self.total)
