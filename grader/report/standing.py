"""What a whole report amounts to, and what must be said before its numbers are believed: that it is cut off, or that
only a part of the checks was here."""

from grader.faults import InfrastructureFault, StudentFault
from grader.language import say_count
from grader.report.model import Report
from grader.report.summary import all_checks, tally


def exit_code(report: Report) -> int:
    """0 all passed, 1 something failed, 3 where something could not be graded: the score is not the whole one."""
    checks = all_checks(report)
    if any(check.cause.owner is not None and not check.cause.graded for check in checks):
        return InfrastructureFault.exit_code
    if any(check.cause.graded and not check.cause.passed for check in checks):
        return StudentFault.exit_code
    passed = [exercise.passed for exercise in report.exercises if exercise.checks or not exercise.hidden_elsewhere]
    return 0 if passed and all(passed) else InfrastructureFault.exit_code  # nothing graded is no pass


def sentences(report: Report, *, for_instructor: bool = False) -> list[str]:
    """Clauses without a full stop: "7 of 9 visible checks passed", "4 hidden checks are graded elsewhere" …"""
    return [*_cut_off(report), *tally(all_checks(report)).sentences(for_instructor=for_instructor), *_elsewhere(report)]


def notes(report: Report) -> list[str]:
    """Those of them that no check and no exercise tells; none for a whole report of a whole course."""
    return [*_cut_off(report), *_elsewhere(report)]


def _cut_off(report: Report) -> list[str]:
    if report.finished:
        return []
    done = sum(len(exercise.checks) for exercise in report.exercises)
    return [
        say_count(
            "grading was cut off after {count} check, what is missing is not counted",
            "grading was cut off after {count} checks, what is missing is not counted",
            done,
        )
    ]


def _elsewhere(report: Report) -> list[str]:
    count = sum(exercise.hidden_elsewhere for exercise in report.exercises)
    if not count:
        return []
    return [
        say_count(
            "{count} hidden check is graded elsewhere, where you hand in",
            "{count} hidden checks are graded elsewhere, where you hand in",
            count,
        )
    ]
