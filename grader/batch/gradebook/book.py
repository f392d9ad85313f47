"""The gradebook: a pure function of the journal and the policy."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from grader.batch.journal import Journal, Paper
from grader.batch.policy import Override, Policy, days_late, penalty_percent
from grader.batch.roster import Student
from grader.batch.standing import Mark, Standing, marks, standings
from grader.language import say, say_count


@dataclass(frozen=True, slots=True)
class Column:
    """An exercise as a column."""

    exercise: str
    number: str
    title: str
    points: float  # its weight in the course, times the policy's


@dataclass(frozen=True, slots=True)
class Grade:
    """One student's grade in one exercise. ``points`` is None where it is not graded or excused: never a zero."""

    points: float | None
    max_points: float
    raw: float | None = None  # before lateness and overrides
    days_late: int = 0
    grace_days: int = 0  # of these, taken without a penalty
    attempt: int | None = None
    key: str | None = None  # of the result
    excused: bool = False
    dropped: bool = False
    notes: tuple[str, ...] = ()

    @property
    def counts(self) -> bool:
        return not (self.excused or self.dropped)

    @property
    def share(self) -> float:
        return (self.points or 0.0) / self.max_points if self.max_points else 0.0


@dataclass(frozen=True, slots=True)
class Line:
    """A student's grades by exercise, and the total. ``total`` is None while something that counts is not graded."""

    student: Student
    listed: bool
    handed_in: bool
    grades: dict[str, Grade]
    papers: tuple[Paper, ...] = ()

    @property
    def max_points(self) -> float:
        return sum(grade.max_points for grade in self.grades.values() if grade.counts)

    @property
    def total(self) -> float | None:
        counting = [grade.points for grade in self.grades.values() if grade.counts]
        return None if None in counting else sum(points for points in counting if points is not None)

    @property
    def excused(self) -> bool:
        """From everything."""
        return bool(self.grades) and all(grade.excused for grade in self.grades.values())

    @property
    def notes(self) -> list[str]:
        return [note for grade in self.grades.values() for note in grade.notes]


@dataclass(frozen=True, slots=True)
class Gradebook:
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]


@dataclass(slots=True)
class _Grace:
    """The grace days that a student has left."""

    left: int

    def take(self, days: int) -> int:
        taken = min(self.left, days)
        self.left -= taken
        return taken


@dataclass(frozen=True, slots=True)
class _Candidate:
    """One attempt at one exercise."""

    mark: Mark
    paper: Paper
    due: datetime | None
    days: int = 0
    share: float = field(default=1.0)


def columns_of(journal: Journal, policy: Policy) -> tuple[Column, ...]:
    """The exercises of the run, in the course's order."""
    rows = json.loads(journal.meta("columns") or "[]")
    return tuple(
        Column(row["id"], row["number"], row["title"], row["points"] * policy.weight(row["id"])) for row in rows
    )


def make_gradebook(journal: Journal, policy: Policy) -> Gradebook:
    """Apply the rules to what the journal holds."""
    columns = columns_of(journal, policy)
    return Gradebook(columns, tuple(_line(journal, standing, columns, policy) for standing in standings(journal)))


def _line(journal: Journal, standing: Standing, columns: Sequence[Column], policy: Policy) -> Line:
    names = names_of(standing)
    attempts = [(paper, mark) for paper in standing.papers for mark in marks(journal, paper)]
    grace = _Grace(policy.grace_days)
    grades: dict[str, Grade] = {}
    # Grace days go to what was due first, so the order in which papers were read changes nothing.
    dues = {column.exercise: policy.due_for(names, column.exercise) for column in columns}
    for column in sorted(columns, key=lambda each: _instant(dues[each.exercise])):
        due = dues[column.exercise]
        own = [_Candidate(mark, paper, due) for paper, mark in attempts if mark.exercise == column.exercise]
        override = policy.override(names, column.exercise)
        none_left = _Grace(0)  # what is decided by hand takes no grace days
        grade = _grade(own, column, policy, none_left if override else grace)
        grades[column.exercise] = _overridden(grade, override, column) if override else grade
    ordered = {column.exercise: grades[column.exercise] for column in columns}
    return Line(
        standing.student, standing.listed, bool(standing.papers), _dropped(ordered, policy), tuple(standing.papers)
    )


def names_of(standing: Standing) -> set[str]:
    """Every name that a policy may call a student by, folded."""
    student = standing.student
    found = {student.name, student.identifier, student.email, student.login}
    found |= {paper.student for paper in standing.papers}
    return {name.casefold().strip() for name in found if name}


def _instant(due: datetime | None) -> float:
    return due.timestamp() if due else float("inf")


def _grade(attempts: Sequence[_Candidate], column: Column, policy: Policy, grace: _Grace) -> Grade:
    attempts = [attempt for attempt in attempts if attempt.mark.handed_in]
    if not attempts:
        return Grade(0.0, column.points, notes=(say("{number}: nothing handed in", number=column.number),))
    attempts = _that_may_count(attempts, policy)
    if any(attempt.mark.points is None for attempt in attempts):
        why = next(attempt.mark.why for attempt in attempts if attempt.mark.points is None)
        return Grade(None, column.points, notes=(say("{number}: not graded: {why}", number=column.number, why=why),))
    # The first of equals.
    chosen = max((_penalised(each, policy, grace.left) for each in attempts), key=lambda each: each.worth)
    raw = chosen.share_of_mark * column.points
    taken = grace.take(chosen.days) if raw else 0
    points = chosen.worth * column.points
    notes = []
    if chosen.days:
        free = say(", {taken} of them free", taken=taken) if taken else ""
        cost = say(", {points:g} points less", points=raw - points) if raw > points else ""
        late = say_count("{number}: {count} day late", "{number}: {count} days late", chosen.days, number=column.number)
        notes.append(f"{late}{free}{cost}")
    return Grade(
        points, column.points, raw=raw, days_late=chosen.days, grace_days=taken,
        attempt=chosen.candidate.paper.attempt, key=chosen.candidate.mark.key, notes=tuple(notes),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Penalised:
    candidate: _Candidate
    days: int
    share_of_mark: float  # of the points, before lateness

    @property
    def worth(self) -> float:
        return self.share_of_mark * self.candidate.share


def _penalised(attempt: _Candidate, policy: Policy, grace: int) -> _Penalised:
    days = days_late(attempt.paper.received, attempt.paper.late, attempt.due, policy.late)
    percent = penalty_percent(max(0, days - grace), policy.late)
    got, most = attempt.mark.points or 0.0, attempt.mark.max_points or 0.0
    return _Penalised(replace(attempt, share=1 - percent / 100), days, got / most if most else 0.0)


def _that_may_count(attempts: Sequence[_Candidate], policy: Policy) -> list[_Candidate]:
    """In the order in which they were handed in; only the first or the last where the rules say so."""
    ordered = sorted(attempts, key=lambda each: (each.paper.attempt, each.paper.id))
    return {"first": ordered[:1], "last": ordered[-1:], "best": ordered}[policy.attempts]


def _overridden(grade: Grade, override: Override, column: Column) -> Grade:
    note = say("{number}: by hand: {reason}", number=column.number, reason=override.reason)
    if override.excused:
        return replace(grade, points=None, excused=True, notes=(*grade.notes, f"{note} (excused)"))
    return replace(grade, points=override.points, notes=(*grade.notes, note))


def _dropped(grades: dict[str, Grade], policy: Policy) -> dict[str, Grade]:
    """Leave out those with the lowest share of their points. What is not graded stays: it may yet be the best."""
    candidates = [id for id, grade in grades.items() if grade.counts and grade.points is not None]
    spare = len([grade for grade in grades.values() if grade.counts]) - 1
    worst = sorted(candidates, key=lambda id: grades[id].share)[: min(policy.drop_lowest, max(spare, 0))]
    return {
        id: replace(grade, dropped=True, notes=(*grade.notes, say("dropped as the lowest"))) if id in worst else grade
        for id, grade in grades.items()
    }
