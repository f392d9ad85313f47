"""Telling the result: the report in the terminal, or a line an exercise, and what could not be graded."""

import sys

from grader.cli.reports import STANDARD_OUTPUT
from grader.cli.request import Request
from grader.faults import AuthorFault, Fault, InfrastructureFault
from grader.language import noted_count, say, say_count
from grader.report.model import ExerciseResult, Report
from grader.verdict import Owner

_BROKEN = noted_count(
    "{exercise}: {count} check is broken, not counted. Tell your instructor.",
    "{exercise}: {count} checks are broken, not counted. Tell your instructor.",
)
_LOST = noted_count(
    "{exercise}: {count} check is not graded, not counted. Try again.",
    "{exercise}: {count} checks are not graded, not counted. Try again.",
)


def not_graded(report: Report) -> list[Fault]:
    """What could not be graded, a sentence an exercise and owner."""
    faults: list[Fault] = []
    for exercise in report.exercises:
        owners = [check.cause.owner for check in exercise.not_graded]
        name = f"{exercise.number} {exercise.title}"
        if author := owners.count(Owner.AUTHOR):
            faults.append(AuthorFault(say_count(*_BROKEN, author, exercise=name)))
        if lost := owners.count(Owner.INFRASTRUCTURE):
            faults.append(InfrastructureFault(say_count(*_LOST, lost, exercise=name)))
    return faults


def tell(report: Report, request: Request) -> None:
    """Print the result; to standard error where standard output is a report's."""
    from grader.report.terminal import print_report

    file = sys.stderr if STANDARD_OUTPUT in request.files.values() else sys.stdout
    if request.quiet:
        for exercise in report.exercises:
            file.write(f"{_line(exercise)}\n")
    else:
        print_report(report, file, for_instructor=request.instructor, color=False if request.no_color else None)
    file.flush()


def _line(exercise: ExerciseResult) -> str:
    from grader.report import numbers
    from grader.report.summary import MARKS, verdict
    from grader.report.text import one_line

    tone, words = verdict(exercise)
    points = f"{numbers.points(exercise.points)}/{numbers.points(exercise.max_points)}"
    return f"{MARKS[tone]} {exercise.number:<5} {points:>7}  " + say(
        "{title}: {words}", title=one_line(exercise.title), words=words
    )
