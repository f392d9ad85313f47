"""Reports from the journal: one student's results as if they had been graded alone."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from grader.batch.gradebook.book import Gradebook, Line
from grader.batch.journal import Journal
from grader.language import say
from grader.report.model import ExerciseResult, Report


def student_report(journal: Journal, book: Gradebook, line: Line) -> Report | None:
    """The report on the attempts that count for a student; None where nothing of them is graded."""
    results: list[ExerciseResult] = []
    facts: Mapping[str, Any] = {}
    chapters: dict[str, str] = {}
    for column in book.columns:
        key = line.grades[column.exercise].key
        result = journal.result(key) if key else None
        if result is None or key is None:
            continue
        facts = journal.facts(key)
        chapters.update(facts["chapters"])
        results.append(result)
    if not results:
        return None
    return Report(
        torchgrade=facts["torchgrade"],
        course=facts["course"],
        course_version=facts["course_version"],
        student=line.student.name,
        created=datetime.now(UTC),
        seed=None,  # each answer was graded with a seed of its own
        device=facts["device"],
        libraries=facts["libraries"],
        sandbox=facts["sandbox"],
        chapters=chapters,
        exercises=results,
        seconds=sum(result.seconds for result in results),
    )


def summary_line(line: Line) -> str:
    """The feedback comment of a sheet: the marks and every note, in one line."""
    if line.total is None:
        return say("Not everything is graded yet. {notes}", notes=say("; ").join(line.notes))
    share = say("{total:g} of {whole:g} points", total=line.total, whole=line.max_points)
    return f"{share}. {'; '.join(line.notes)}".strip(" .") + "."
