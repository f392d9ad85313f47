"""What a second grading moved: every score that is another now, and which checks made the difference."""

from collections.abc import Iterator
from dataclasses import dataclass

from grader.batch.journal import Journal
from grader.language import say
from grader.report import summary
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
    """What made the difference first, then what only weighs something else now."""
    if old.submission_sha256 != new.submission_sha256:
        yield say("another file was handed in")
    before, after = ({check.id: check for check in result.checks} for result in (old, new))
    yield from (say("{title}: no longer checked", title=check.title) for id, check in before.items() if id not in after)
    yield from (
        say("{title}: new, {word}", title=check.title, word=summary.word(check.cause))
        for id, check in after.items()
        if id not in before
    )
    both = [(before[id], after[id]) for id in before if id in after]
    for was, now in both:
        if was.cause != now.cause:
            yield f"{now.title}: {was.cause.value} → {now.cause.value}"
    for was, now in both:
        if was.cause == now.cause and was.points != now.points:
            yield say("{title}: {before:g} → {after:g} points", title=now.title, before=was.points, after=now.points)
