"""What must be said of a report as a whole before its numbers are believed: it is cut off, or only a part of it is."""

from grader.language import say_count
from grader.report.model import Report


def notes(report: Report) -> list[str]:
    """Clauses without a full stop; none for a whole report of a whole course."""
    found = []
    if not report.finished:
        done = sum(len(exercise.checks) for exercise in report.exercises)
        found.append(
            say_count(
                "grading was cut off after {count} check, what is missing is not counted",
                "grading was cut off after {count} checks, what is missing is not counted",
                done,
            )
        )
    if elsewhere := sum(exercise.hidden_elsewhere for exercise in report.exercises):
        found.append(
            say_count(
                "{count} hidden check is graded elsewhere, where you hand in",
                "{count} hidden checks are graded elsewhere, where you hand in",
                elsewhere,
            )
        )
    return found
