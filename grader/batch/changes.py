"""What a second grading moved: every score that is another now, and which checks made the difference."""

from collections.abc import Iterator
from dataclasses import dataclass

from grader.batch.journal import Journal
from grader.report.model import ExerciseResult


@dataclass(frozen=True, slots=True)
class Change:
    """One answer, before and after."""

    student: str
    exercise: str
    number: str
    before: float
    after: float
    max_points: float
    why: tuple[str, ...]


def changes(journal: Journal, since: str = "") -> Iterator[Change]:
    """Every answer that was graded anew ``since`` then and whose points are not what they were."""
    names = {paper.id: paper.student for paper in journal.papers()}
    for paper, exercise, old_key, new_key in journal.moved(since):
        old, new = journal.result(old_key), journal.result(new_key)
        if old is None or new is None or (old.points, old.max_points) == (new.points, new.max_points):
            continue
        yield Change(names[paper], exercise, new.number, old.points, new.points, new.max_points, tuple(_why(old, new)))


def _why(old: ExerciseResult, new: ExerciseResult) -> Iterator[str]:
    if old.submission_sha256 != new.submission_sha256:
        yield "another file was handed in"
    before, after = ({check.id: check for check in result.checks} for result in (old, new))
    for id in dict.fromkeys([*before, *after]):
        if id not in after:
            yield f"{before[id].title}: no longer checked"
        elif id not in before:
            yield f"{after[id].title}: new, {after[id].cause.value}"
        elif before[id].cause != after[id].cause:
            yield f"{after[id].title}: {before[id].cause.value} → {after[id].cause.value}"
        elif before[id].points != after[id].points:
            yield f"{after[id].title}: {before[id].points:g} → {after[id].points:g} points"
