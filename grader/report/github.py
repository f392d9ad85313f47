"""The step output of a GitHub Classroom autograding runner: ``result=`` and base64 of its JSON.

Base64 keeps what a student wrote from being read as a workflow command; who decodes it and prints a message prints no
command either. A step gets an output as a variable of its environment, and Linux starts no program with one of 128 KiB.
"""

import base64
import json
from typing import Any

from grader.report.annotations import without_commands
from grader.report.model import CheckResult, Report
from grader.report.plain import check_names, check_text
from grader.report.student import shown
from grader.report.text import one_line, shorten

MOST_CHARACTERS = 120_000  # of base64
_LIMITS = (8_000, 1_000, 200, 0)  # characters of a message, tried until all of it is small enough


def render(report: Report, *, for_instructor: bool = False) -> str:
    """One line for the file that ``$GITHUB_OUTPUT`` names, with texts cut until it is small enough."""
    whole = result(report, for_instructor=for_instructor)
    for tests in (*(_shortened(whole["tests"], limit) for limit in _LIMITS), _by_exercise(report)):
        text = json.dumps({**whole, "tests": tests}, ensure_ascii=False)
        encoded = base64.b64encode(text.encode()).decode()
        if len(encoded) <= MOST_CHARACTERS:
            break
    return f"result={encoded}\n"


def result(report: Report, *, for_instructor: bool = False) -> dict[str, Any]:
    """What the runner's reporter reads. "error" where something could not be graded, or grading was cut off."""
    visible = shown(report, for_instructor=for_instructor)
    tests = [
        _test(name, check, exercise.submission_file or "")
        for exercise in visible.exercises
        for name, check in zip(check_names(exercise), exercise.checks, strict=True)
    ]
    states = {test["status"] for test in tests}
    whole = bool(tests) and report.finished and "error" not in states
    status = "error" if not whole else "fail" if "fail" in states else "pass"
    return {"version": 1, "status": status, "max_score": report.max_points, "tests": tests}


def _test(name: str, check: CheckResult, file: str) -> dict[str, Any]:
    lost = check.cause.owner is not None and not check.cause.graded
    frames = check.feedback.traceback if check.feedback is not None else []
    return {
        "name": name,
        "status": "pass" if check.cause.passed or not (check.cause.graded or lost) else "error" if lost else "fail",
        "score": check.points,
        "message": without_commands(check_text(check)),
        "test_code": "",
        "filename": file,
        "line_no": frames[-1].line if frames else 0,
        "duration": round(check.seconds * 1000),
    }


def _shortened(tests: list[dict[str, Any]], limit: int) -> list[dict[str, Any]]:
    return [{**test, "message": shorten(test["message"], limit) if limit else ""} for test in tests]


def _by_exercise(report: Report) -> list[dict[str, Any]]:
    """A test an exercise, for a report of so many checks that not even their names fit."""
    return [
        {"name": one_line(f"{e.number} {e.title}"), "status": "pass" if e.passed else "fail", "score": e.points}
        for e in report.exercises
    ]
