"""PrairieLearn's ``/grade/results/results.json``, at most 1 MB.

An attempt is not used up where nothing could be graded: a file that is missing or can't be imported, or a failure of
the grader's own.
"""

import json
from typing import Any

from grader.language import say
from grader.report.model import CheckResult, Report
from grader.report.plain import check_names, check_text, feedback_lines, summary_text
from grader.report.student import shown
from grader.verdict import Cause, Owner

MOST_BYTES = 1_000_000
_LIMITS = (8_000, 1_000, 200, 0)  # characters of a test's output, tried until all of it is small enough
_UNUSABLE = (Cause.MISSING, Cause.IMPORT_ERROR, Cause.NOT_IMPLEMENTED)


def render(report: Report, *, for_instructor: bool = False) -> str:
    """The results file, with texts cut until it is small enough."""
    results = _results(shown(report, for_instructor=for_instructor))
    for limit in _LIMITS:
        text = json.dumps(_shortened(results, limit), ensure_ascii=False) + "\n"
        if len(text.encode()) <= MOST_BYTES:
            break
    return text


def _results(report: Report) -> dict[str, Any]:
    if not report.finished:
        return {"gradable": False, "message": say("Grading was cut off, which uses up no attempt. Try again.")}
    errors = _format_errors(report)
    if errors:
        return {
            "gradable": False,
            "format_errors": errors,
            "message": say("This attempt does not count: hand in again."),
        }
    if _lost(report) or not report.max_points:
        return {"gradable": False, "message": say("This could not be graded, which is not your fault. Try again.")}
    return {
        "gradable": True,
        "score": min(max(report.points / report.max_points, 0.0), 1.0),
        "message": summary_text(report),
        "tests": [
            _test(name, check)
            for exercise in report.exercises
            for name, check in zip(check_names(exercise), exercise.checks, strict=True)
            if check.cause.graded
        ],
    }


def _format_errors(report: Report) -> list[str]:
    """Sentences about files, where not one exercise could be run."""
    unusable = [
        exercise
        for exercise in report.exercises
        if exercise.notice is not None and all(check.cause in _UNUSABLE for check in exercise.checks)
    ]
    if len(unusable) < len(report.exercises):
        return []
    return [_cut(" ".join(feedback_lines(exercise.notice)), 2_000) for exercise in unusable if exercise.notice]


def _lost(report: Report) -> bool:
    return any(
        check.cause.owner in (Owner.AUTHOR, Owner.INFRASTRUCTURE) for e in report.exercises for check in e.checks
    )


def _test(name: str, check: CheckResult) -> dict[str, Any]:
    return {"name": name, "points": check.points, "max_points": check.max_points, "output": check_text(check)}


def _shortened(results: dict[str, Any], limit: int) -> dict[str, Any]:
    """With outputs of at most ``limit`` characters, and names and the message in proportion."""
    if "tests" not in results:
        return results
    tests = [
        {**test, "name": _cut(test["name"], limit or 80), "output": _cut(test["output"], limit)}
        for test in results["tests"]
    ]
    return {**results, "message": _cut(results["message"], limit or 200), "tests": tests}


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: max(limit - 1, 0)] + "…" * bool(limit)
