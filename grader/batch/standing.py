"""Who stands where: each student's counting paper an exercise, from the journal and the class list alone."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from grader.batch.journal import Journal, Paper
from grader.batch.roster import Roster, Student
from grader.language import say
from grader.verdict import Cause


@dataclass(slots=True)
class Standing:
    """One student with all their papers. ``listed`` says whether the class list has them."""

    student: Student
    papers: list[Paper] = field(default_factory=list)
    listed: bool = False

    @property
    def late(self) -> bool:
        return any(paper.late for paper in self.papers)


@dataclass(frozen=True, slots=True)
class Mark:
    """What an answer got. ``points`` is None where it is not graded, which is never a zero."""

    exercise: str
    points: float | None
    max_points: float | None
    key: str | None
    why: str = ""  # there is no mark
    handed_in: bool = True  # False where this attempt holds nothing for this exercise


def standings(journal: Journal) -> list[Standing]:
    """Every student of the class list, in its order, then everybody else who handed in.

    A group's paper stands for each of its members. Without a class list, everybody stands as the platform named them.
    """
    roster = journal.roster()
    by_student: dict[Student, Standing] = {student: Standing(student, listed=True) for student in roster.students}
    for paper in journal.papers():
        for student in _owners(roster, paper):
            by_student.setdefault(student, Standing(student)).papers.append(paper)
    return list(by_student.values())


def _owners(roster: Roster, paper: Paper) -> tuple[Student, ...]:
    found = roster.find(paper.student, paper.identifier, paper.email)
    return found or (Student(paper.student, paper.identifier, paper.email),)


def marks(journal: Journal, paper: Paper) -> Iterator[Mark]:
    """What each answer of a paper got."""
    for answer in journal.answers(paper.id):
        score = journal.score(answer.key)
        handed_in = answer.cause != Cause.MISSING
        if score is not None:
            yield Mark(answer.exercise, *score, answer.key, handed_in=handed_in)
        else:
            why = journal.failure(answer.key) or say("not graded yet")
            yield Mark(answer.exercise, None, None, answer.key, why, handed_in)
