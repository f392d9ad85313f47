"""Reports from the journal: one student's results as if they had been graded alone."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from grader.batch.gradebook.book import Line
from grader.batch.journal import Journal
from grader.language import say
from grader.report.model import ExerciseResult, Report


def student_report(journal: Journal, line: Line) -> Report | None:
    """The report on the attempts that count for a student; None where nothing of them is graded.

    Of who handed in nothing that counts, a notebook without a cell for anything, it is on the last attempt.
    """
    results: list[ExerciseResult] = []
    files = _own_names(journal, line)
    keys = [grade.key for grade in line.grades.values() if grade.key] or _last_keys(journal, line)
    facts: Mapping[str, Any] = {}
    chapters: dict[str, str] = {}
    for key in keys:
        result = journal.result(key)
        if result is None:
            continue
        facts = journal.facts(key)
        chapters.update(facts["chapters"])
        results.append(result.model_copy(update={"submission_file": files.get(key, result.submission_file)}))
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


def _last_keys(journal: Journal, line: Line) -> list[str]:
    if not line.papers or line.total is None:
        return []
    return [answer.key for answer in journal.answers(line.papers[-1].id)]


def _own_names(journal: Journal, line: Line) -> dict[str, str]:
    """By a result's key, what the student called the file: the same content of others has the same result."""
    answers = (answer for paper in line.papers for answer in journal.answers(paper.id))
    return {answer.key: answer.path for answer in answers if answer.path}


def summary_line(line: Line) -> str:
    """The feedback comment of a sheet: the marks and every note, in one line."""
    if line.total is None:
        return say("Not everything is graded yet. {notes}", notes=say("; ").join(line.notes))
    share = say("{total:g} of {whole:g} points", total=line.total, whole=line.max_points)
    return f"{share}. {'; '.join(line.notes)}".strip(" .") + "."
