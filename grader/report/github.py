"""The step output of a GitHub Classroom autograding runner: ``result=`` and base64 of its JSON.

Base64 keeps what a student wrote from being read as a workflow command.
"""

import base64
import json
from typing import Any

from grader.report.model import CheckResult, Report
from grader.report.plain import check_names, check_text
from grader.report.student import shown


def render(report: Report, *, for_instructor: bool = False) -> str:
    """One line for the file that ``$GITHUB_OUTPUT`` names."""
    text = json.dumps(result(report, for_instructor=for_instructor), ensure_ascii=False)
    return f"result={base64.b64encode(text.encode()).decode()}\n"


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
        "message": check_text(check),
        "test_code": "",
        "filename": file,
        "line_no": frames[-1].line if frames else 0,
        "duration": round(check.seconds * 1000),
    }
